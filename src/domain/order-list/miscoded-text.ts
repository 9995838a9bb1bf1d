const suspect = /[\u0080-\u009fÂÃâ]/;
const control = /[\u0080-\u0084\u0086-\u009f]/g;
const utf8 = new TextDecoder('utf-8', { fatal: true });

/** What Windows puts where Latin-1 has control characters; not every TextDecoder of Windows-1252 knows them. */
const western = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';

const bytesOfWestern: ReadonlyMap<string, number> = new Map(
  Array.from(western, (character, index) => [character, 0x80 + index] as const),
);

/**
 * Undoes what a program did that took UTF-8 for Windows-1252 (`QuantitÃ©`), or Windows-1252 for Latin-1, which leaves
 * control characters for dashes and quotes. Any other text stays as it is.
 */
export function decodedAnew(text: string): string {
  if (!suspect.test(text)) return text;
  return readAsUtf8(text) ?? text.replace(control, (character) => western.charAt(character.charCodeAt(0) - 0x80));
}

function readAsUtf8(text: string): string | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const byte = code < 0x100 ? code : bytesOfWestern.get(text.charAt(at));
    if (byte === undefined) return null;
    bytes[at] = byte;
  }
  try {
    return utf8.decode(bytes);
  } catch {
    return null;
  }
}
