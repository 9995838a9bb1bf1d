const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML takes it, in elements and attributes; without the characters that XML 1.0 has no way to write. */
export function xmlText(text: string): string {
  if (!/[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/.test(text)) return text;
  return text
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}

const longestCell = 32_767;

/** Text of a cell: what looks like an escape of the format's own is escaped, and no cell is longer than a spreadsheet takes. */
export function cellXml(text: string): string {
  const plain = text.length > longestCell ? text.slice(0, longestCell) : text;
  const escaped = plain.includes('_x') ? plain.replaceAll(/_(?=x[\da-fA-F]{4}_)/g, '_x005F_') : plain;
  return xmlText(escaped).replaceAll('\r\n', '\n').replaceAll('\r', '_x000D_');
}
