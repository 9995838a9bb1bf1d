import { strToU8, zipSync } from 'fflate';

const schemas = 'http://schemas.openxmlformats.org';

interface FixtureSheet {
  name?: string;
  /** Attributes of its entry in the workbook. */
  state?: string;
  /** Kind of its relation. */
  kind?: string;
  /** Content of the worksheet, such as `<sheetData>`; null if its part is missing. */
  xml: string | null;
}

/** A workbook of hand-written XML, as other programs than ours write it. */
export function workbookFile(
  sheets: readonly FixtureSheet[],
  {
    styles,
    strings,
    properties = '',
    strict = false,
    encode = strToU8,
  }: {
    /** Content of the style sheet. */
    styles?: string;
    /** Content of the shared strings. */
    strings?: string;
    /** Attributes of the workbook's properties. */
    properties?: string;
    /** Whether it has the namespaces of strict Open XML. */
    strict?: boolean;
    encode?: (text: string) => Uint8Array;
  } = {},
): File {
  const relations = strict ? 'http://purl.oclc.org/ooxml/officeDocument' : `${schemas}/officeDocument/2006`;
  const main = strict ? 'http://purl.oclc.org/ooxml/spreadsheetml/main' : `${schemas}/spreadsheetml/2006/main`;
  const relation = (id: string, kind: string, target: string) =>
    `<Relationship Id="${id}" Type="${relations}/relationships/${kind}" Target="${target}"/>`;
  const list = (entries: string) =>
    `<Relationships xmlns="${schemas}/package/2006/relationships">${entries}</Relationships>`;
  const entries = sheets.map(
    ({ name, state }, at) =>
      `<sheet name="${name ?? `Sheet${at + 1}`}" sheetId="${at + 1}" r:id="rId${at + 1}" ${state ?? ''}/>`,
  );
  const parts: Record<string, string> = {
    '[Content_Types].xml': `<Types xmlns="${schemas}/package/2006/content-types"/>`,
    '_rels/.rels': list(relation('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `<workbook xmlns="${main}" xmlns:r="${relations}/relationships"><workbookPr ${properties}/><sheets>${entries.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': list(
      [
        ...sheets.map(({ kind = 'worksheet' }, at) => relation(`rId${at + 1}`, kind, `worksheets/sheet${at + 1}.xml`)),
        styles === undefined ? '' : relation('rId90', 'styles', 'styles.xml'),
        strings === undefined ? '' : relation('rId91', 'sharedStrings', 'sharedStrings.xml'),
      ].join(''),
    ),
  };
  if (styles !== undefined) parts['xl/styles.xml'] = `<styleSheet xmlns="${main}">${styles}</styleSheet>`;
  if (strings !== undefined) parts['xl/sharedStrings.xml'] = `<sst xmlns="${main}">${strings}</sst>`;
  for (const [at, { xml }] of sheets.entries()) {
    if (xml !== null) parts[`xl/worksheets/sheet${at + 1}.xml`] = `<worksheet xmlns="${main}">${xml}</worksheet>`;
  }
  const archive = zipSync(Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, encode(text)])));
  return new File([archive], 'order.xlsx');
}

/** Escaped text of a cell or an attribute. */
export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
}

/**
 * A style sheet with a cell style for each number format from 1 on, then one with struck text in the general format,
 * then one with struck text for each number format.
 */
export function stylesOf(patterns: readonly string[]): string {
  const formats = patterns.map((pattern, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(pattern)}"/>`);
  const cells = (font: number) =>
    patterns.map((_, at) => `<xf numFmtId="${164 + at}" fontId="${font}" applyNumberFormat="1"/>`).join('');
  return `<numFmts>${formats.join('')}</numFmts><fonts><font><sz val="11"/></font><font><strike/></font></fonts><cellXfs><xf numFmtId="0" fontId="0"/>${cells(0)}<xf numFmtId="0" fontId="1"/>${cells(1)}</cellXfs>`;
}

/** A cell with a text, number or truth value, in a style of the style sheet. */
export function cellXml(value: string | number, style = 0): string {
  return typeof value === 'number'
    ? `<c s="${style}"><v>${value}</v></c>`
    : `<c s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(value)}</t></is></c>`;
}

/** A row of cells in the general format. */
export function rowXml(values: readonly (string | number)[], attributes = '', style = 0): string {
  return `<row ${attributes}>${values.map((value) => cellXml(value, style)).join('')}</row>`;
}
