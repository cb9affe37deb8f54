// Asks the browser for a passkey when the form is sent, and sends along what the browser answers.
'use strict';
(() => {
    const form = document.querySelector('form[data-passkey]');
    const said = document.getElementById('passkey-said');
    const say = (name) => {
        said.textContent = said.dataset[name];
        said.hidden = false;
    };
    if (!window.PublicKeyCredential) {
        say('missing');
        return;
    }
    const bytes = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0));
    const text = (buffer) =>
        btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
    const known = (all) => (all ?? []).map((it) => ({ ...it, id: bytes(it.id) }));
    const options = JSON.parse(form.dataset.passkey);
    const ask = () => {
        const publicKey = { ...options, challenge: bytes(options.challenge) };
        if (options.user) {
            publicKey.user = { ...options.user, id: bytes(options.user.id) };
            publicKey.excludeCredentials = known(options.excludeCredentials);
            return navigator.credentials.create({ publicKey });
        }
        publicKey.allowCredentials = known(options.allowCredentials);
        return navigator.credentials.get({ publicKey });
    };
    form.addEventListener('submit', async (event) => {
        event.preventDefault();
        said.hidden = true;
        try {
            const { id, type, response } = await ask();
            const parts = {};
            for (const name of ['clientDataJSON', 'attestationObject', 'authenticatorData', 'signature', 'userHandle']) {
                if (response[name]) parts[name] = text(response[name]);
            }
            if (response.getTransports) parts.transports = response.getTransports();
            form.elements.answer.value = JSON.stringify({ id, rawId: id, type, response: parts });
            form.submit();
        } catch {
            say('failed');
        }
    });
})();
