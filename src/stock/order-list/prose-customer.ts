import { monthOf } from './list-date.ts';
import { groupsOf, plainText } from './plain-text.ts';

/** The longest name that a customer may have. */
const maxNameLength = 80;
/** Texts that name more customers are about something else. */
const maxCustomers = 3;

/** A field of a form: `Kunde: 10023 Miller GmbH`. */
const field =
  /^[^\p{L}]*(?:kunden?(?:name)?|auftraggeber|besteller|firma|customer(?:['’]s)?(?: name)?|client(?: name)?|buyer|company(?: name)?|(?:sold|bill)[- ]to(?: party)?|ordered by|bestellt von)\s*[:=\t]\s*(.+)$/iu;
/** The heading of a document, before the name: `Purchase order of Miller Ltd`. */
const heading =
  /^[^\p{L}]*(?:(?:purchase )?order|p\.?o\.?|bestellung|auftrag)(?:\s+(?:no|nr)\b\.?)?(?:\s+\S*\d\S*)?\s+(?:from|of|by|von(?: der)?(?: firma)?|der(?: firma)?|(?:on|in) behalf of|im auftrag (?:von|der))\s+(.+)$/iu;
const capitalized = String.raw`\p{Lu}[\p{L}\p{N}.'’&-]*`;
/** Legal forms, and those in capitals that may be a unit or a word behind a name in capitals. */
const form = String.raw`g?GmbH(?:\s?&\s?Co\.?\s?(?:KG|OHG|KGaA))?|KGaA|OHG|e\.\s?K\.|UG|Ltd\.?|Limited|LLC|LLP|PLC|plc|Inc\.?|Corp(?:\.|oration)?|Co\.(?:\s?(?:KG|Ltd\.?))?|S\.A\.(?:S\.)?|S\.A\.R\.L\.|SARL|SAS|[Ss]\.?r\.?l\.|S\.p\.A\.|B\.?V\.|N\.?V\.|ApS|A/S|Oy|Pty\.? Ltd\.?|s\.r\.o\.|Sp\. z o\.o\.`;
const shortForm = String.raw`AG|SE|KG|SA|BV|NV|AB|AS`;
const lowercased = String.raw`(?=[^\s]*\p{Ll})${capitalized}`;
const company = new RegExp(
  String.raw`(?<![\p{L}\p{N}])((?:${capitalized}(?:\s|\s(?:&|und|and|of|de)\s)){0,4}?(?:${capitalized},?\s(?:${form})|${lowercased}\s(?:${shortForm})(?=\s*$|[,.;)]|\s+[·|•–—(])))(?![\p{L}\p{N}])`,
  'gu',
);
/** Words before a name, which begin a sentence with a capital letter. */
const leadingWords =
  /^(?:(?:for|für|from|von|the|die|der|dear|hello|hi|hallo|your|ihre?|unsere?|our|we|wir|please|bitte|firma|fa\.|messrs\.?|an|to)\s+)+/iu;
const nameEnd = /\t|\s{2,}|\s[|·•–—-]\s|[;|(]|,(?!\s*(?:Inc|Ltd|LLC|LLP|PLC)\b)\s*|:\s/u;
/** Days and the like, for which goods are ordered too. */
const noName =
  /^(?:mon|tues?|wednes|thurs|fri|satur|sun)day|^(?:mon|diens|donners|frei|sams|sonn)tag|^mittwoch|\d{3}|@|^(?:lager|stock|export)/iu;

/**
 * The customers that a text names for all of its lines, to be offered as the order's customer: in a field or heading
 * (`Kunde: Miller GmbH`), or else by their legal form. Empty if it names none, or many.
 * @param lines in list order
 */
export function customersIn(lines: readonly string[]): string[] {
  const plain = lines.map((line) => plainText(line).replace(/^(?:>\s?)+/, ''));
  const named = plain.flatMap((line) => {
    const [headed = ''] = groupsOf(line, heading);
    return nameOf(groupsOf(line, field)[0] ?? (/^\p{Lu}/u.test(headed) ? headed : ''));
  });
  const found =
    named.length > 0
      ? named
      : plain.flatMap((line) => (line.match(company) ?? []).flatMap((text) => nameOf(text.replace(leadingWords, ''))));
  const distinct = [...new Map(found.map((name) => [name.toLowerCase().replace(/\W+$/, ''), name] as const)).values()];
  return distinct.length > maxCustomers ? [] : distinct;
}

/** A name without its number and what is behind it in the line: `10023 - Miller GmbH, Hauptstr. 5` is Miller GmbH. */
function nameOf(text: string): string[] {
  const [first = ''] = text.replace(/^(?:(?:no|nr)\.?\s*)?[\d\s.#/-]+(?=\p{L})/iu, '').split(nameEnd);
  const name = first.replace(/[\s,.:]+$/u, (end) =>
    end.startsWith('.') && /(?:Inc|Ltd|Co|Corp|e\.K|[A-Z]\.[A-Z])$/i.test(first.slice(0, -end.length)) ? '.' : '',
  );
  const isName =
    /\p{L}{2}/u.test(name) &&
    name.length <= maxNameLength &&
    !noName.test(name) &&
    monthOf(name.replace(/\P{L}.*/u, '')) === null;
  return isName ? [name.trim()] : [];
}
