// Attempts to run, load or restyle something, as pages: the corpus of quire-render, in the places where each can stand.

import { readFile } from 'node:fs/promises';

const corpus = (name) => readFile(new URL(`../../crates/render/tests/xss/${name}.txt`, import.meta.url), 'utf8');
const lines = async (name) => (await corpus(name)).split('\n').filter((line) => line.trim());

const AROUND_ADDRESSES = [
    '[x](<{}>)',
    '<{}>',
    '![x]({})',
    '<div><a href="{}">x</a></div>',
    '<a href="{}" class="button primary">x</a>',
    '<figure><img src="{}" alt=""><figcaption></figcaption></figure>',
    '{% embed url="{}" %}',
    '{% file src="{}" %}',
    '{% content-ref url="{}" %}\n[x]({})\n{% endcontent-ref %}',
    '{% include "{}" %}',
];
const AROUND_TEXTS = [
    '## {}',
    '{}',
    '{% code title="{}" %}\n```js\n{}\n```\n{% endcode %}',
    '{% tabs %}\n{% tab title="{}" %}\nx\n{% endtab %}\n{% endtabs %}',
    '{% prompt description="{}" icon="{}" %}\nx\n{% endprompt %}',
    '{% stepper %}\n{% step icon="{}" %}\nx\n{% endstep %}\n{% endstepper %}',
    '![{}](x.png)',
    '| {} |\n| - |\n| {} |',
];

const within = (places, vector) => places.map((place) => place.replaceAll('{}', () => vector)).join('\n\n');

/** The pages: each with a vector as its text, and one as its title and description. */
export async function pages() {
    const [html, svg, markdown, urls, texts] = await Promise.all(['html', 'svg', 'markdown', 'urls', 'texts'].map(lines));
    const blocks = (await corpus('blocks')).split('%%%\n');
    const all = [
        ...[...html, ...svg].map((vector) => [vector, `${vector}\n\nbefore ${vector} after`]),
        ...[...markdown, ...blocks].map((vector) => [vector, vector]),
        ...urls.map((vector) => [vector, within(AROUND_ADDRESSES, vector)]),
        ...texts.map((vector) => [vector, within(AROUND_TEXTS, vector)]),
    ];
    return all.map(([vector, text], at) => {
        const name = vector.replaceAll(/\s+/g, ' ').trim();
        return { title: name, description: name, slug: `vector-${at}`, text: `Before.\n\n${text}` };
    });
}
