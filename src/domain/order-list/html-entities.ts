const entity =
  /&(?:#(?<decimal>\d{1,6})|#x(?<hex>[\da-f]{1,5})|(?<letter>[a-z])(?<mark>uml|acute|grave|circ|tilde|cedil|ring)|(?<name>[a-z]{2,6}));/gi;

const names: ReadonlyMap<string, string> = new Map(
  Object.entries({
    amp: '&',
    nbsp: '\u00a0',
    quot: '"',
    apos: "'",
    lt: '<',
    gt: '>',
    times: '×',
    ndash: '–',
    mdash: '—',
    bull: '•',
    middot: '·',
    hellip: '…',
    rsquo: '’',
    euro: '€',
    deg: '°',
    szlig: 'ß',
  }),
);

const marks: ReadonlyMap<string, string> = new Map(
  Object.entries({
    uml: '\u0308',
    acute: '\u0301',
    grave: '\u0300',
    circ: '\u0302',
    tilde: '\u0303',
    cedil: '\u0327',
    ring: '\u030a',
  }),
);

/**
 * The text with `&amp;`, `&nbsp;`, `&eacute;` and `&#39;` as the characters that a web page shows for them. What would
 * break or part lines stays as it is, and so does what no page shows otherwise.
 */
export function withoutEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(entity, (written, decimal, hex, letter, mark, name) => {
    if (name !== undefined) return names.get(name) ?? written;
    if (letter !== undefined) return `${letter}${marks.get(mark) ?? ''}`.normalize('NFC');
    const character = characterOf(decimal === undefined ? Number.parseInt(hex, 16) : Number(decimal));
    return character ?? written;
  });
}

function characterOf(code: number): string | null {
  const isCharacter = code >= 0x20 && code <= 0x10_ffff && (code < 0xd800 || code > 0xdfff);
  const character = isCharacter ? String.fromCodePoint(code) : ',';
  return /[,;|\p{Cc}]/u.test(character) ? null : character;
}
