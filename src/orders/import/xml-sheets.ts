import { cellFormatter, type CellValue } from './cell-format.ts';
import type { SheetCell } from './sheet-rows.ts';
import type { Sheet } from './xlsx-sheets.ts';
import { isTrue, readXml } from './xml-reader.ts';

/** Number formats that have a name instead of a code. */
const named: Readonly<Record<string, string>> = {
  'General Number': 'General',
  Fixed: '0.00',
  Standard: '#,##0.00',
  Currency: '"$"#,##0.00',
  'Euro Currency': '"€"#,##0.00',
  Percent: '0.00%',
  Scientific: '0.00E+00',
  'General Date': 'm/d/yyyy h:mm',
  'Short Date': 'm/d/yyyy',
  'Medium Date': 'd-mmm-yy',
  'Long Date': 'dddd, mmmm d, yyyy',
  'Short Time': 'h:mm',
  'Medium Time': 'h:mm AM/PM',
  'Long Time': 'h:mm:ss AM/PM',
  'Yes/No': '"Yes";"Yes";"No"',
  'True/False': '"True";"True";"False"',
  'On/Off': '"On";"On";"Off"',
};

interface Element {
  name: string;
  attributes: Readonly<Record<string, string>>;
  children: Element[];
  /** Its own text and that of its children. */
  text: string;
  /** The part of the text that is struck out. */
  struck: string;
}

interface Style {
  pattern: string;
  isStruck: boolean;
}

/**
 * Returns the visible sheets of a workbook in the XML format of Excel 2003.
 * @throws SyntaxError if the XML is damaged
 */
export function xmlSheets(xml: string, locale: string): Sheet[] {
  const workbook = treeOf(xml);
  const styles = new Map<string, Style>();
  for (const { attributes, children } of childrenOf(childrenOf([workbook], 'Styles'), 'Style')) {
    const { ID = '', Parent = 'Default' } = attributes;
    const { pattern = '', isStruck = false } = styles.get(Parent) ?? {};
    const font = children.find(({ name }) => name === 'Font')?.attributes['StrikeThrough'];
    const code = children.find(({ name }) => name === 'NumberFormat')?.attributes['Format'];
    styles.set(ID, {
      pattern: code === undefined ? pattern : (named[code] ?? code),
      isStruck: font === undefined ? isStruck : isTrue(font),
    });
  }
  // Dates are written out, whatever the date system.
  const format = cellFormatter(locale, false);
  return childrenOf([workbook], 'Worksheet').map((sheet) => ({
    name: sheet.attributes['Name'] ?? '',
    isHidden: childrenOf(childrenOf([sheet], 'WorksheetOptions'), 'Visible').some(({ text }) => /Hidden/.test(text)),
    read: (rows) => {
      const tables = childrenOf([sheet], 'Table');
      let line = 1;
      for (const row of childrenOf(tables, 'Row')) {
        line = Number(row.attributes['Index'] ?? line);
        rows.add({ line, cells: cellsOf(row, styles, format), isHidden: isTrue(row.attributes['Hidden']) });
        line += 1 + Number(row.attributes['Span'] ?? 0);
      }
      return rows.finish(hiddenColumns(tables));
    },
  }));
}

function cellsOf(
  row: Element,
  styles: ReadonlyMap<string, Style>,
  format: ReturnType<typeof cellFormatter>,
): SheetCell[] {
  const cells: SheetCell[] = [];
  let column = 0;
  for (const { attributes, children } of childrenOf([row], 'Cell')) {
    column = Math.min(Number(attributes['Index'] ?? column + 1) - 1, maxColumns);
    const { pattern, isStruck } = styles.get(attributes['StyleID'] ?? 'Default') ?? { pattern: '', isStruck: false };
    const data = children.find(({ name }) => name === 'Data');
    if (data !== undefined) {
      const shown = format(valueOf(data), pattern);
      const isWhole = isStruck || (data.struck !== '' && data.struck.trim() === data.text.trim());
      cells[column] = { ...shown, struck: isWhole ? 'all' : data.struck === '' ? undefined : 'part' };
    }
    column += 1 + Number(attributes['MergeAcross'] ?? 0);
  }
  return cells;
}

const firstDay = Date.UTC(1899, 11, 30);
const msPerDay = 86_400_000;

function valueOf({ text, attributes }: Element): CellValue {
  const type = attributes['Type'];
  if (type === 'Boolean') return isTrue(text);
  if (type === 'Number') return Number(text);
  if (type !== 'DateTime') return text;
  const day = (Date.parse(`${text.replace(/Z$/, '')}Z`) - firstDay) / msPerDay;
  return Number.isFinite(day) ? day : text;
}

const maxColumns = 16_384;

function hiddenColumns(tables: readonly Element[]): Set<number> {
  const hidden = new Set<number>();
  let column = 0;
  for (const { attributes } of childrenOf(tables, 'Column')) {
    column = Number(attributes['Index'] ?? column + 1) - 1;
    const end = Math.min(column + 1 + Number(attributes['Span'] ?? 0), maxColumns);
    for (; column < end; column += 1) if (isTrue(attributes['Hidden'])) hidden.add(column);
  }
  return hidden;
}

function childrenOf(parents: readonly Element[], name: string): Element[] {
  return parents.flatMap(({ children }) => children.filter((child) => child.name === name));
}

function treeOf(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '', struck: '' };
  const open = [root];
  let struckTags = 0;
  readXml(xml, {
    open: (name, attributes) => {
      const element: Element = { name, attributes, children: [], text: '', struck: '' };
      (open.at(-1) as Element).children.push(element);
      open.push(element);
      if (isStrike(name)) struckTags += 1;
    },
    text: (text) => {
      const element = open.at(-1) as Element;
      element.text += text;
      if (struckTags > 0) element.struck += text;
    },
    close: (name) => {
      const { text, struck } = open.pop() as Element;
      const parent = open.at(-1) as Element;
      parent.text += text;
      parent.struck += struck;
      if (isStrike(name)) struckTags -= 1;
    },
  });
  return root.children[0] as Element;
}

function isStrike(name: string): boolean {
  return name === 'S' || name === 'Del' || name === 'Strike';
}
