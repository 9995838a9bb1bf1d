import { type Archive } from './archive.ts';
import { cellFormatter, type CellValue } from './cell-format.ts';
import type { RowCollector, SheetCell } from './sheet-rows.ts';
import { isTrue, readXml } from './xml-reader.ts';
import { FileFailure, type ListRow } from './read-list.ts';

export interface Sheet {
  name: string;
  isHidden: boolean;
  /** @throws Error if the sheet is missing or damaged, FileFailure if it exceeds a limit */
  read: (rows: RowCollector) => ListRow[];
}

/**
 * Returns the worksheets of an XLSX workbook, without its charts, dialogs and macros.
 * @throws FileFailure if it isn't a workbook, or if a part that its sheets share is damaged
 */
export function xlsxSheets(archive: Archive, locale: string): Sheet[] {
  const [document] = relationsOf(archive, '').values();
  const path = document?.path;
  if (path === undefined || !archive.has(path) || !path.endsWith('.xml')) throw new FileFailure('not-readable');
  return withName(path, () => {
    const relations = relationsOf(archive, path);
    const { sheets, is1904 } = workbookOf(archive.text(path));
    const shared = (kind: string) => [...relations.values()].find((relation) => relation.kind === kind)?.path;
    const format = cellFormatter(locale, is1904);
    const { styles, strikes } = partOf(archive, shared('styles'), stylesOf) ?? noStyles;
    const strings = partOf(archive, shared('sharedStrings'), stringsOf) ?? [];
    return sheets
      .filter(({ id }) => [undefined, 'worksheet'].includes(relations.get(id)?.kind))
      .map(({ name, id, isHidden }) => ({
        name,
        isHidden,
        read: (rows) =>
          readSheet(archive.text(relations.get(id)?.path ?? ''), { strings, styles, strikes, format }, rows),
      }));
  });
}

function partOf<Part>(archive: Archive, path: string | undefined, read: (xml: string) => Part): Part | undefined {
  return path === undefined ? undefined : withName(path, () => read(archive.text(path)));
}

/** Names the part that couldn't be read. */
function withName<Result>(path: string, read: () => Result): Result {
  try {
    return read();
  } catch (cause) {
    throw cause instanceof FileFailure ? cause : new FileFailure('part-not-readable', { part: path, cause });
  }
}

interface Relation {
  kind: string;
  path: string;
}

/** Returns the relations of a part by id, of the whole package if the path is empty. The main document is first. */
function relationsOf(archive: Archive, path: string): Map<string, Relation> {
  const folder = path.slice(0, path.lastIndexOf('/') + 1);
  const relations = new Map<string, Relation>();
  const list = `${folder}_rels/${path.slice(folder.length)}.rels`;
  if (!archive.has(list)) return relations;
  readXml(archive.text(list), {
    open: (name, { Id = '', Type = '', Target = '' }) => {
      const kind = Type.slice(Type.lastIndexOf('/') + 1);
      if (name !== 'Relationship' || (path === '' && kind !== 'officeDocument')) return;
      relations.set(Id, { kind, path: decodeURI(new URL(Target, `file:///${folder}`).pathname.slice(1)) });
    },
  });
  return relations;
}

function workbookOf(xml: string): { sheets: { name: string; id: string; isHidden: boolean }[]; is1904: boolean } {
  const sheets: { name: string; id: string; isHidden: boolean }[] = [];
  let is1904 = false;
  readXml(xml, {
    open: (element, { name = '', id = '', state = '', date1904 }) => {
      if (element === 'workbookPr') is1904 = isTrue(date1904);
      if (element === 'sheet') sheets.push({ name, id, isHidden: /hidden/i.test(state) });
    },
  });
  return { sheets, is1904 };
}

interface Style {
  pattern: string;
  isStruck: boolean;
}

const noStyles = { styles: [] as Style[], strikes: [] as boolean[] };

/** Number formats that workbooks refer to without defining them. */
const builtIn = [
  '|0|0.00|#,##0|#,##0.00|"$"#,##0|"$"#,##0|"$"#,##0.00|"$"#,##0.00|0%|0.00%|0.00E+00|# ?/?|# ??/??|m/d/yyyy|d-mmm-yy|d-mmm|mmm-yy|h:mm AM/PM|h:mm:ss AM/PM|h:mm|h:mm:ss|m/d/yyyy h:mm',
  '||||m/d/yyyy|m/d/yyyy|m/d/yyyy|m/d/yyyy|m/d/yyyy|m/d/yyyy|h:mm|h:mm:ss|h:mm|h:mm:ss|m/d/yyyy|#,##0;(#,##0)|#,##0;(#,##0)|#,##0.00;(#,##0.00)|#,##0.00;(#,##0.00)|#,##0|"$"#,##0|#,##0.00|"$"#,##0.00|mm:ss|[h]:mm:ss|mm:ss.0|##0.0E+0|@',
  'm/d/yyyy|m/d/yyyy|m/d/yyyy|m/d/yyyy|m/d/yyyy|m/d/yyyy|m/d/yyyy|m/d/yyyy|m/d/yyyy',
].flatMap((formats) => formats.split('|'));

/** Returns the styles of cells by index, and which styles of conditional formats strike. */
function stylesOf(xml: string): typeof noStyles {
  const patterns = new Map<string, string>();
  const fonts: boolean[] = [];
  const strikes: boolean[] = [];
  const formats: Readonly<Record<string, string>>[] = [];
  const path: string[] = [];
  readXml(xml, {
    open: (name, attributes) => {
      const parent = path.at(-1);
      path.push(name);
      if (name === 'numFmt' && parent === 'numFmts') {
        patterns.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '');
      } else if (name === 'font' && parent === 'fonts') fonts.push(false);
      else if (name === 'dxf') strikes.push(false);
      else if (name === 'strike' && parent === 'font') {
        const of = path.at(-3) === 'dxf' ? strikes : fonts;
        of[of.length - 1] = isOn(attributes);
      } else if (name === 'xf' && parent === 'cellXfs') formats.push(attributes);
    },
    close: () => path.pop(),
  });
  const styles = formats.map(({ numFmtId = '', fontId = '' }) => ({
    pattern: patterns.get(numFmtId) ?? builtIn[Number(numFmtId)] ?? '',
    isStruck: fonts[Number(fontId)] ?? false,
  }));
  return { styles, strikes };
}

/** Whether a font property without a value, or with one, is on. */
function isOn({ val = '1' }: Readonly<Record<string, string>>): boolean {
  return isTrue(val);
}

/** A part of a text with its own font; null if it has the font of its cell. */
interface Run {
  text: string;
  isStruck: boolean | null;
}

type RichText = readonly Run[];

/** Reads texts inside `si` or `is` elements, without the pronunciation of Asian characters. */
class TextReader {
  runs: Run[] = [];
  #isPhonetic = false;
  #isText = false;

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'si' || name === 'is') this.runs = [];
    else if (name === 'rPh') this.#isPhonetic = true;
    else if (name === 'r') this.runs.push({ text: '', isStruck: null });
    else if (name === 'rPr') this.#last.isStruck = false;
    else if (name === 'strike') this.#last.isStruck = isOn(attributes);
    else if (name === 't') this.#isText = !this.#isPhonetic;
  }

  text(text: string): void {
    if (this.#isText) this.#last.text += text;
  }

  close(name: string): void {
    if (name === 'rPh') this.#isPhonetic = false;
    else if (name === 't') this.#isText = false;
  }

  get #last(): Run {
    if (this.runs.length === 0) this.runs.push({ text: '', isStruck: null });
    return this.runs.at(-1) as Run;
  }
}

function stringsOf(xml: string): RichText[] {
  const strings: RichText[] = [];
  const reader = new TextReader();
  readXml(xml, {
    open: (name, attributes) => reader.open(name, attributes),
    text: (text) => reader.text(text),
    close: (name) => {
      reader.close(name);
      if (name === 'si') strings.push(reader.runs);
    },
  });
  return strings;
}

interface Shared {
  strings: readonly RichText[];
  styles: readonly Style[];
  /** Whether a style of conditional formats strikes, by index. */
  strikes: readonly boolean[];
  format: ReturnType<typeof cellFormatter>;
}

function readSheet(xml: string, shared: Shared, rows: RowCollector): ListRow[] {
  const hidden = new Set<number>();
  const reader = new TextReader();
  let line = 0;
  let isHidden = false;
  let cells: SheetCell[] = [];
  let column = 0;
  let cell: { type: string; style: Style | undefined; value: string; formula: string | null } | null = null;
  let area = '';
  let hasStrikeRule = false;
  let part = '';
  readXml(xml, {
    open: (name, attributes) => {
      part = name;
      // Elsewhere, elements of the same names anchor pictures and controls.
      if (name === 'cols' || name === 'sheetData') area = name;
      else if (area === '') {
        // Newer rules contain their own style.
        hasStrikeRule ||=
          shared.strikes[Number(attributes['dxfId'])] === true || (name === 'strike' && isOn(attributes));
      } else if (name === 'c') {
        column = columnOf(attributes['r']) ?? column;
        const style = shared.styles[Number(attributes['s'])] ?? shared.styles[0];
        cell = { type: attributes['t'] ?? 'n', style, value: '', formula: null };
        reader.runs = [];
      } else if (cell !== null) {
        if (name === 'f') cell.formula = '';
        reader.open(name, attributes);
      } else if (name === 'row') {
        line = attributes['r'] === undefined ? line + 1 : Number(attributes['r']);
        isHidden = isTrue(attributes['hidden']) || Number(attributes['ht'] ?? 1) === 0;
        cells = [];
        column = 0;
      } else if (name === 'col' && (isTrue(attributes['hidden']) || Number(attributes['width'] ?? 1) === 0)) {
        const last = Math.min(Number(attributes['max']), maxColumns);
        for (let at = Number(attributes['min']); at <= last; at += 1) hidden.add(at - 1);
      }
    },
    text: (text) => {
      if (cell === null) return;
      if (part === 'v') cell.value += text;
      else if (part === 'f') cell.formula += text;
      else reader.text(text);
    },
    close: (name) => {
      part = '';
      if (name === area) area = '';
      if (name === 'row' && area !== '') rows.add({ line, cells, isHidden });
      if (cell === null) return;
      reader.close(name);
      if (name !== 'c') return;
      cells[column] = shownCell(cell, reader.runs, shared);
      column += 1;
      cell = null;
    },
  });
  const records = rows.finish(hidden);
  if (hasStrikeRule && records[0]) records[0].hasStrikeRule = true;
  return records;
}

const maxColumns = 16_384;

/** Returns the column, from 0, of a reference such as `AB12`. */
function columnOf(reference: string | undefined): number | null {
  const [letters] = /^[A-Z]{1,3}/i.exec(reference ?? '') ?? [];
  if (letters === undefined) return null;
  let column = 0;
  for (const letter of letters.toUpperCase()) column = column * 26 + letter.charCodeAt(0) - 64;
  if (column > maxColumns) throw new RangeError(`Column ${letters} is outside of the sheet`);
  return column - 1;
}

function shownCell(
  { type, style, value, formula }: { type: string; style: Style | undefined; value: string; formula: string | null },
  inline: RichText,
  { strings, format }: Shared,
): SheetCell {
  const { pattern = '', isStruck = false } = style ?? {};
  const struck = isStruck ? 'all' : undefined;
  if (type === 's' || type === 'inlineStr') {
    const runs = type === 's' ? strings[Number(value)] : inline;
    if (runs === undefined) throw new RangeError(`Missing text ${value}`);
    return textCell(runs, isStruck, (text) => format(text, pattern).text);
  }
  // Without a result, the formula itself says that something is missing.
  if (value === '' && formula !== null) return { text: `=${formula}`, struck };
  if (value === '') return { text: '' };
  return { ...format(typedValue(type, value), pattern), struck };
}

function typedValue(type: string, value: string): CellValue {
  if (type === 'b') return isTrue(value);
  const number = Number(value);
  if (type === 'n' && Number.isFinite(number)) return number;
  // A date as text: shown as one, whatever its format.
  if (type === 'd') return value.replace(/T.*/, '');
  return unescaped(value);
}

function textCell(runs: RichText, isCellStruck: boolean, shown: (text: string) => string): SheetCell {
  const [first] = runs;
  if (runs.length === 1 && first && !(first.isStruck ?? isCellStruck)) return { text: shown(unescaped(first.text)) };
  const filled = runs.filter(({ text }) => text.trim() !== '');
  const isOut = ({ isStruck }: Run) => isStruck ?? isCellStruck;
  const kept = filled.every(isOut) ? runs : runs.filter((run) => !isOut(run));
  const [text = '', whole] = [kept, runs].map((part) => shown(unescaped(part.map((run) => run.text).join(''))));
  if (filled.every((run) => !isOut(run))) return { text };
  return kept === runs ? { text, struck: 'all' } : { text, shown: whole ?? text, struck: 'part' };
}

/** Decodes `_x000D_`, as workbooks write control characters. */
function unescaped(text: string): string {
  return text.includes('_x')
    ? text.replace(/_x([\dA-F]{4})_/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)))
    : text;
}
