// A browser without scripts: it keeps cookies by origin, follows redirects, and sends forms.

export class Browser {
    #jars = new Map();

    /** True if there is a cookie of this name for the origin of an address. */
    has(address, name) {
        return this.#jars.get(new URL(address).origin)?.has(name) ?? false;
    }

    /** Loads an address, and follows where it leads. */
    async open(address, { form, from } = {}) {
        let at = new URL(address);
        let body = form && new URLSearchParams(form);
        for (let hops = 0; hops < 20; hops++) {
            const jar = this.#jars.get(at.origin) ?? new Map();
            this.#jars.set(at.origin, jar);
            const headers = { cookie: [...jar].map(([name, value]) => `${name}=${value}`).join('; ') };
            if (body) headers.origin = from ?? at.origin;
            const response = await fetch(at, { method: body ? 'POST' : 'GET', headers, body, redirect: 'manual' });
            for (const cookie of response.headers.getSetCookie()) {
                const [name, ...value] = cookie.split(';')[0].split('=');
                if (/max-age=0|expires=Thu, 01 Jan 1970/i.test(cookie)) jar.delete(name);
                else jar.set(name, value.join('='));
            }
            const { status } = response;
            const location = response.headers.get('location');
            const text = await response.text();
            if (status < 300 || status >= 400 || !location) return { status, at: at.href, text };
            at = new URL(location, at);
            body = undefined;
        }
        throw new Error(`${address} redirects without end`);
    }

    /** Sends the form of a page with these fields besides its hidden ones: the first one, or the one with this action. */
    async send({ at, text }, fields = {}, wanted) {
        const forms = [...text.matchAll(/<form([^>]*)>([\s\S]*?)<\/form>/g)];
        const [, attributes, inner] = forms.find(([, it]) => !wanted || attribute(it, 'action') === wanted) ?? [];
        if (!attributes) throw new Error(`no form on ${at}: ${text}`);
        const form = { ...hidden(inner), ...fields };
        const action = attribute(attributes, 'action') ?? at;
        return this.open(new URL(action, at), { form, from: new URL(at).origin });
    }
}

function hidden(inner) {
    const inputs = [...inner.matchAll(/<input([^>]*)>/g)].map(([, it]) => it);
    const named = inputs.filter((it) => attribute(it, 'type') === 'hidden');
    return Object.fromEntries(named.map((it) => [attribute(it, 'name'), attribute(it, 'value') ?? '']));
}

function attribute(attributes, name) {
    const found = new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1];
    return found?.replaceAll('&#x2F;', '/').replaceAll('&quot;', '"').replaceAll('&#34;', '"').replaceAll('&amp;', '&');
}
