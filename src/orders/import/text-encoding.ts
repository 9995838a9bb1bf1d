/**
 * Decodes a text by its byte order mark, else as UTF-16 if every other byte of its start is mostly 0, else as UTF-8, else
 * in the encoding it declares or as Windows-1252.
 */
export function decodeText(bytes: Uint8Array, declared = 'windows-1252'): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  const utf16 = markless(bytes);
  if (utf16 !== null) return new TextDecoder(utf16).decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(declared).decode(bytes);
  }
}

function markless(bytes: Uint8Array): 'utf-16le' | 'utf-16be' | null {
  const start = bytes.subarray(0, 4096);
  const zeros = [0, 1].map((side) => start.reduce((sum, byte, at) => sum + Number(byte === 0 && at % 2 === side), 0));
  const [even = 0, odd = 0] = zeros;
  if (Math.max(even, odd) * 3 < start.length || Math.min(even, odd) * 20 > start.length) return null;
  return odd > even ? 'utf-16le' : 'utf-16be';
}

/**
 * Decodes an XML document by its byte order mark, its first character, or the encoding that it declares.
 * @throws TypeError if its bytes aren't text in that encoding
 */
export function decodeXml(bytes: Uint8Array): string {
  return new TextDecoder(xmlEncoding(bytes), { fatal: true }).decode(bytes);
}

function xmlEncoding(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff || (first === 0x3c && second === 0)) return 'utf-16le';
  if (first === 0xfe || (first === 0 && second === 0x3c)) return 'utf-16be';
  const declaration = String.fromCharCode(...bytes.subarray(0, 200));
  const [, declared = 'utf-8'] = /^[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/.exec(declaration) ?? [];
  // A document that declares UTF-16 was converted since if it isn't.
  return /^utf-?16/i.test(declared) ? 'utf-8' : declared;
}
