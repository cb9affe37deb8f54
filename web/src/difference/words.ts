/** Changed words of Markdown, found in the text that its readers see.
 *
 * A comparison has the words of both versions as they are written, with their syntax; a document has texts without it.
 * The texts are looked for in order, and what is syntax is passed over. Nothing here changes a text: at worst nothing is
 * found, and the caller marks the whole block. */

export interface Run { text: string; isChanged: boolean }

export interface Located {
    /** For each text, whether each of its characters is changed. */
    changed: boolean[][];
    /** What is changed but not seen by readers, such as the address of a link. */
    unseen: string[];
}

/** What readers do not see: images, targets of links, tags, formulas, markers of lists and headings, emoji, entities. */
const SYNTAX = [
    /!\[[^\]]*\]\([^)]*\)/g,
    // A bracket that was opened by an escaped one ends no link.
    /(?<!\\\[[^[\]]*)\]\([^)]*\)/g,
    /(?<!\\\[[^[\]]*)\]\[[^\]]*\]/g,
    /\[\^[^\]\s]+\]/g,
    // An address in angle brackets is seen.
    /<(?!\/?[a-z][a-z\d+.-]*:|[^\s<>]+@)\/?[a-z!][^>]*>/gi,
    /\{%[^\n]*?%\}/g,
    /\$\$[^$]*\$\$/g,
    /^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+(?:\[[ xX]\][ \t])?/gm,
    /^[ \t>]*#{1,6}[ \t]/gm,
    /:[a-z][a-z0-9_+-]*:/g,
    /&(?:#x?[\da-f]+|[a-z][a-z\d]*);/gi,
];
/** Code, in which nothing is syntax. */
const CODE = /(?<!`)(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/g;
/** How far a word is looked for beyond where it should be, and by how many of its characters. */
const REACH = 500;
const SURE = 4;

const isWord = (unit: string | undefined) => unit !== undefined && /[\p{L}\p{N}\p{M}\uD800-\uDFFF]/u.test(unit);

/** A source, of which readers see some characters. */
class Source {
    readonly text: string;
    readonly changed: boolean[];
    private readonly token: number[];
    private readonly tokens: string[] = [];
    private readonly found: boolean[];
    private at = 0;

    constructor(runs: Run[]) {
        this.text = runs.map((run) => run.text).join('');
        this.changed = runs.flatMap((run) => Array<boolean>(run.text.length).fill(run.isChanged));
        this.token = Array<number>(this.text.length).fill(-1);
        this.found = Array<boolean>(this.text.length).fill(false);
        const isCode = Array<boolean>(this.text.length).fill(false);
        for (const { 0: text, index } of this.text.matchAll(CODE)) isCode.fill(true, index, index + text.length);
        for (const syntax of SYNTAX) {
            for (const { 0: text, index } of this.text.matchAll(syntax)) {
                if (this.token[index] !== -1 || isCode[index]) continue;
                this.tokens.push(text);
                this.token.fill(this.tokens.length - 1, index, index + text.length);
            }
        }
    }

    private isSeen = (at: number) => this.token[at] === -1;

    /** Takes one character of a word; false if the rest of the source does not have it. */
    word(text: string, from: number): boolean | undefined {
        let next = this.at;
        while (next < this.text.length && !(this.isSeen(next) && isWord(this.text[next]))) next += 1;
        if (this.text[next] !== text[from]) {
            const entity = this.entity(next);
            if (entity !== undefined) return entity;
            const sought = /^[\p{L}\p{N}\p{M}]+/u.exec(text.slice(from, from + SURE))?.[0] ?? text[from]!;
            while ((next = this.text.indexOf(sought, next)) >= 0 && !this.isSeen(next)) next += 1;
            if (next < 0 || next > this.at + REACH) return undefined;
        }
        return this.take(next);
    }

    /** Takes a blank or a sign, if one stands before the next word. */
    sign(sign: string): boolean | undefined {
        for (let next = this.at; next < this.text.length && !(this.isSeen(next) && isWord(this.text[next])); next += 1) {
            if (this.isSeen(next) && this.text[next] === sign) return this.take(next);
            if (this.text[next] === '&' && sign.trim()) return this.entity(next + 1);
        }
        return undefined;
    }

    /** Takes an entity that stands before a place, for the character that readers see instead. */
    private entity(before: number): boolean | undefined {
        for (let at = this.at; at < before; at += 1) {
            const token = this.token[at]!;
            if (token < 0 || !/^&[^&]*;$/.test(this.tokens[token]!) || this.found[at]) continue;
            for (this.at = at; this.token[this.at] === token; this.at += 1) this.found[this.at] = true;
            return this.changed[at]!;
        }
        return undefined;
    }

    private take(at: number): boolean {
        this.found[at] = true;
        this.at = at + 1;
        return this.changed[at]!;
    }

    /** True if no words are left for readers to see. */
    isOver(): boolean {
        for (let next = this.at; next < this.text.length; next += 1) if (this.isSeen(next) && isWord(this.text[next])) return false;
        return true;
    }

    /** Returns what is changed and was not found in any text. */
    unseen(): string[] {
        const parts: string[] = [];
        for (let at = 0; at < this.text.length; at += 1) {
            if (!this.changed[at] || this.found[at] || !isWord(this.text[at])) continue;
            const token = this.token[at]!;
            if (token >= 0) {
                parts.push(this.tokens[token]!);
                while (this.token[at + 1] === token) at += 1;
                continue;
            }
            const start = at;
            while (at + 1 < this.text.length && this.changed[at + 1] && !this.found[at + 1] && this.isSeen(at + 1)) at += 1;
            parts.push(this.text.slice(start, at + 1));
        }
        // Of a link its address alone. What begins an item or a heading is seen by where the text stands.
        return parts.map((part) => part.replace(/^\]\((.*)\)$/s, '$1').trim()).filter((part) => part && !/^(?:[-*+]|\d+[.)])(?: \[[ xX]\])?$/.test(part));
    }
}

/** Looks for the texts in what was written; nothing if they are not there. */
export function locate(runs: Run[], texts: string[]): Located | undefined {
    const source = new Source(runs);
    const changed = texts.map((text) => Array<boolean>(text.length).fill(false));
    search: for (const [index, text] of texts.entries()) {
        for (let at = 0; at < text.length; at += 1) {
            const sign = text[at]!;
            const before = at > 0 && changed[index]![at - 1]!;
            if (!isWord(sign)) {
                changed[index]![at] = source.sign(sign) ?? before;
                continue;
            }
            const fate = source.word(text, at);
            if (fate === undefined) {
                if (source.isOver()) break search;
                return undefined;
            }
            changed[index]![at] = fate;
        }
    }
    return { changed, unseen: source.unseen() };
}

/** Returns the pieces of a text, each changed as a whole or not. */
export function pieces(text: string, changed: boolean[]): Run[] {
    const runs: Run[] = [];
    for (let at = 0, start = 0; at < text.length; at += 1) {
        if (at + 1 < text.length && changed[at + 1] === changed[at]) continue;
        runs.push({ text: text.slice(start, at + 1), isChanged: changed[at]! });
        start = at + 1;
    }
    return runs;
}
