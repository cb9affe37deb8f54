// The browser of the tests: Chromium of the system, or the one that QUIRE_CHROMIUM names.

import { chromium } from 'playwright-core';

/** A browser without a window, with further arguments. */
export function launch(further = []) {
    const executablePath = process.env.QUIRE_CHROMIUM ?? '/usr/bin/chromium';
    return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', ...further] });
}
