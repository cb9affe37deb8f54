// The time of the browser.

import type { Clock } from '../save/saver';

export function browserClock(): Clock {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = () => clearTimeout(timer);
    return {
        now: () => Date.now(),
        wake(at, call) {
            stop();
            timer = setTimeout(call, Math.max(0, at - Date.now()));
        },
        stop,
    };
}
