// The server of the tests and its API. QUIRE_URL and QUIRE_TOKEN say where it is and who asks.

const { QUIRE_URL, QUIRE_TOKEN } = process.env;

/** What an operation answers: to GET, or to POST where there is a body. */
export async function api(path, body, method = body ? 'POST' : 'GET') {
    const headers = { authorization: `Bearer ${QUIRE_TOKEN}`, 'content-type': 'application/json' };
    const response = await fetch(`${QUIRE_URL}/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return response.status === 204 ? undefined : response.json();
}

/** The path of the first organization. */
export async function organization() {
    const { items } = await api('/orgs');
    return `/orgs/${items[0].id}`;
}

/** The addresses that the sitemaps of a site name. */
export async function sitemap(base) {
    const named = async (address) => {
        const text = await (await fetch(address)).text();
        return [...text.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, found]) => found.replaceAll('&amp;', '&'));
    };
    const lists = await named(`${base}sitemap.xml`);
    return (await Promise.all(lists.map(named))).flat();
}
