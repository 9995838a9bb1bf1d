/** Receives the parts of an XML document. Names and attributes are without their namespace prefix. */
export interface XmlHandler {
  open: (name: string, attributes: Readonly<Record<string, string>>) => void;
  text?: (text: string) => void;
  close?: (name: string) => void;
}

const noAttributes: Readonly<Record<string, string>> = {};

/**
 * Reads an XML document from start to end, without building a tree.
 * @throws SyntaxError if its elements aren't nested and closed
 */
export function readXml(xml: string, handler: XmlHandler): void {
  const open: string[] = [];
  let hasRoot = false;
  let at = 0;
  for (;;) {
    const start = xml.indexOf('<', at);
    if (start < 0) break;
    if (start > at && open.length > 0) handler.text?.(decoded(xml.slice(at, start)));
    const mark = xml[start + 1];
    if (mark === '/') {
      const end = endOf(xml, '>', start);
      const name = localName(xml.slice(start + 2, end).trimEnd());
      if (open.pop() !== name) throw new SyntaxError(`Unexpected </${name}>`);
      handler.close?.(name);
      at = end + 1;
    } else if (xml.startsWith('<![CDATA[', start)) {
      const end = endOf(xml, ']]>', start);
      handler.text?.(xml.slice(start + 9, end));
      at = end + 3;
    } else if (mark === '?' || mark === '!') {
      at = xml.startsWith('<!--', start) ? endOf(xml, '-->', start) + 3 : endOf(xml, '>', start) + 1;
    } else {
      const end = endOfTag(xml, start);
      const isClosed = xml[end - 1] === '/';
      const tag = xml.slice(start + 1, isClosed ? end - 1 : end);
      const [written = ''] = /^\S*/.exec(tag) ?? [];
      const name = localName(written);
      if (name === '' || (hasRoot && open.length === 0)) throw new SyntaxError(`Unexpected <${name}>`);
      hasRoot = true;
      handler.open(name, written.length === tag.length ? noAttributes : attributesOf(tag, written.length));
      if (isClosed) handler.close?.(name);
      else open.push(name);
      at = end + 1;
    }
  }
  if (!hasRoot || open.length > 0) throw new SyntaxError('Unexpected end of XML');
}

function endOf(xml: string, mark: string, start: number): number {
  const end = xml.indexOf(mark, start);
  if (end < 0) throw new SyntaxError('Unexpected end of XML');
  return end;
}

/** Returns the `>` that ends a tag, which a quoted value may contain. */
function endOfTag(xml: string, start: number): number {
  let quote = 0;
  for (let at = start; at < xml.length; at += 1) {
    const code = xml.charCodeAt(at);
    if (quote !== 0) {
      if (code === quote) quote = 0;
    } else if (code === greaterThan) return at;
    else if (code === doubleQuote || code === singleQuote) quote = code;
  }
  throw new SyntaxError('Unexpected end of XML');
}

const greaterThan = 0x3e;
const doubleQuote = 0x22;
const singleQuote = 0x27;

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function attributesOf(tag: string, start: number): Record<string, string> {
  const found: Record<string, string> = {};
  for (let at = start; ;) {
    const equals = tag.indexOf('=', at);
    if (equals < 0) return found;
    let open = equals + 1;
    while (/\s/.test(tag.charAt(open))) open += 1;
    const close = tag.indexOf(tag.charAt(open), open + 1);
    if (close < 0) return found;
    found[localName(tag.slice(at, equals).trim())] = decoded(tag.slice(open + 1, close));
    at = close + 1;
  }
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };

function decoded(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&(?:#x([\da-f]{1,6})|#(\d{1,7})|(\w+));/gi, (written, hex, decimal, name) => {
    if (name !== undefined) return entities[name] ?? written;
    const code = hex === undefined ? Number(decimal) : Number.parseInt(hex, 16);
    return code <= 0x10_ff_ff ? String.fromCodePoint(code) : written;
  });
}

/** Whether an attribute is set, as XML writes booleans. */
export function isTrue(value: string | undefined): boolean {
  return value === '1' || value === 'true';
}
