/** Decodes a text by its byte order mark, else as UTF-8, else in the encoding it declares or as Windows-1252. */
export function decodeText(bytes: Uint8Array, declared = 'windows-1252'): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder(declared).decode(bytes);
  }
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
