/** Returns a short name of a text, which is another one for another text: no secret, and quick to make. */
export function hashOf(text: string): string {
    let [one, other] = [0xdeadbeef, 0x41c6ce57];
    for (let at = 0; at < text.length; at += 1) {
        const unit = text.charCodeAt(at);
        one = Math.imul(one ^ unit, 0x9e3779b1);
        other = Math.imul(other ^ unit, 0x5f356495);
    }
    return `${(one >>> 0).toString(36)}${(other >>> 0).toString(36)}-${text.length.toString(36)}`;
}
