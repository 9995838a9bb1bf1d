import type { ListRow } from './read-list.ts';
import { RowCollector, type SheetCell } from './sheet-rows.ts';

/** Text of one cell: what is hidden isn't part of it, and what is struck out isn't part of what is left. */
interface HtmlCell {
  text: string;
  left: string;
  hidden: string;
}

/** Whether a text file is a web page, such as the tables that many programs save as `.xls`. */
export function isHtml(text: string): boolean {
  return /^\s*(?:<\?xml[^>]*>\s*|<!--.*?-->\s*)*<(?:!doctype\s+html|html|head|meta|style|table|body|div|center)\b/is.test(
    text,
  );
}

/** Returns the rows of the tables in HTML, and its other lines. Hidden and struck rows are set aside. */
export function htmlRows(html: string): ListRow[] {
  const document = new DOMParser().parseFromString(html, 'text/html');
  const reader = new HtmlReader(styleRules(document));
  reader.read(document.body, { isStruck: false, isHidden: false });
  return reader.finish();
}

interface Look {
  isStruck: boolean;
  isHidden: boolean;
}

const skipped = new Set(['SCRIPT', 'STYLE', 'TEMPLATE', 'NOSCRIPT', 'HEAD', 'TITLE', 'COLGROUP']);
const blocks =
  /^(?:P|DIV|LI|UL|OL|DL|DT|DD|H[1-6]|PRE|BLOCKQUOTE|SECTION|ARTICLE|HEADER|FOOTER|TABLE|THEAD|TBODY|TFOOT|CAPTION|CENTER|FORM|HR|ADDRESS)$/;
/** Maximum number of cells that a cell covers, as in browsers. */
const maxSpan = 1000;

class HtmlReader {
  readonly #collector = new RowCollector();
  readonly #rules: readonly Rule[];
  #line = 0;
  #cell: HtmlCell = blankCell();
  #cells: HtmlCell[] = [];
  #isInCell = false;
  /** Rows that a cell above still covers, by column. */
  #covered: number[] = [];
  #hiddenColumns = new Set<number>();

  constructor(rules: readonly Rule[]) {
    this.#rules = rules;
  }

  read(node: Node, look: Look): void {
    for (const child of node.childNodes) {
      if (child.nodeType === 3) this.#add(child.nodeValue ?? '', look);
      else if (child.nodeType === 1) this.#element(child as HTMLElement, look);
    }
  }

  finish(): ListRow[] {
    this.#endLine();
    return this.#collector.finish();
  }

  #element(element: HTMLElement, outer: Look): void {
    const { tagName } = element;
    if (skipped.has(tagName)) return;
    const look = lookOf(element, outer, this.#rules);
    const hasInnerTable = () => element.querySelector('table') !== null;
    if (tagName === 'BR') this.#gap(look);
    else if (tagName === 'TABLE' && this.#isInCell) this.read(element, look);
    else if (tagName === 'TABLE') {
      this.#endLine();
      this.#covered = [];
      this.#hiddenColumns = hiddenColumns(element, this.#rules);
      this.read(element, look);
      this.#hiddenColumns = new Set();
    } else if (tagName === 'TR' && !this.#isInCell && !hasInnerTable()) {
      this.#endLine();
      this.#row(element as HTMLTableRowElement, look);
    } else if (blocks.test(tagName) || tagName === 'TR' || tagName === 'TD' || tagName === 'TH') {
      this.#gap(look);
      this.read(element, look);
      this.#gap(look);
    } else this.read(element, look);
  }

  #row(row: HTMLTableRowElement, look: Look): void {
    const cells: HtmlCell[] = [];
    const covered: number[] = [];
    const skip = () => {
      for (let left = this.#covered[cells.length] ?? 0; left > 0; left = this.#covered[cells.length] ?? 0) {
        covered[cells.length] = left - 1;
        cells.push(blankCell());
      }
    };
    this.#isInCell = true;
    for (const element of row.cells) {
      skip();
      this.#cell = blankCell();
      const own = lookOf(element, look, this.#rules);
      const isHidden = own.isHidden || this.#hiddenColumns.has(cells.length);
      this.read(element, { ...own, isHidden });
      const span = Math.min(Math.max(element.colSpan || 1, 1), maxSpan);
      for (let at = 0; at < span; at += 1) {
        covered[cells.length] = Math.min((element.rowSpan || 1) - 1, maxSpan);
        cells.push(at === 0 ? this.#cell : blankCell());
      }
    }
    skip();
    this.#isInCell = false;
    this.#covered = covered;
    this.#cells = cells;
    this.#cell = blankCell();
    this.#endRow();
  }

  #add(text: string, { isStruck, isHidden }: Look): void {
    if (isHidden) this.#cell.hidden += text;
    else this.#cell.text += text;
    if (!isStruck && !isHidden) this.#cell.left += text;
  }

  #gap(look: Look): void {
    if (this.#isInCell) this.#add(' ', look);
    else this.#endLine();
  }

  /** Ends a line outside of tables, which is one cell. */
  #endLine(): void {
    this.#cells = [this.#cell];
    this.#cell = blankCell();
    this.#endRow();
  }

  #endRow(): void {
    const cells = this.#cells;
    const isHidden = cells.every(({ text }) => isBlank(text)) && cells.some(({ hidden }) => !isBlank(hidden));
    if (!isHidden && cells.every(({ text }) => isBlank(text))) {
      if (this.#cells.length > 1) this.#line += 1;
      return;
    }
    this.#line += 1;
    this.#collector.add({ line: this.#line, isHidden, cells: cells.map((cell) => sheetCell(cell, isHidden)) });
  }
}

function blankCell(): HtmlCell {
  return { text: '', left: '', hidden: '' };
}

function isBlank(text: string): boolean {
  return !/[^\s\u200b\ufeff]/.test(text);
}

function sheetCell({ text, left, hidden }: HtmlCell, isRowHidden: boolean): SheetCell {
  const shown = oneLine(isRowHidden ? hidden : text);
  if (isRowHidden || compact(left) === compact(text)) return { text: shown };
  return isBlank(left) ? { text: shown, struck: 'all' } : { text: oneLine(left), shown, struck: 'part' };
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

function compact(text: string): string {
  return text.replace(/\s+/g, '');
}

/** A rule of a style sheet that strikes out or hides. */
interface Rule extends Partial<Look> {
  selector: string;
}

/** Returns the rules for classes and elements; spreadsheets and word processors write no others. */
function styleRules(document: Document): Rule[] {
  const sheets = Array.from(document.querySelectorAll('style'), ({ textContent }) => textContent ?? '');
  const rules: Rule[] = [];
  for (const [, selectors = '', body = ''] of sheets.join('\n').matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    const look = lookOfStyle(body);
    if (!look.isStruck && !look.isHidden) continue;
    for (const written of selectors.replace(/<!--|-->|\/\*.*?\*\//gs, '').split(',')) {
      const selector = written.trim();
      if (/^[\w-]*(?:\.[\w-]+)*$/.test(selector) && selector !== '') rules.push({ selector, ...look });
    }
  }
  return rules;
}

function lookOfStyle(style: string): Look {
  return {
    isStruck: /text-decoration(?:-line)?\s*:[^;]*line-through|text-line-through(?:-style)?\s*:\s*(?!none)\w/i.test(
      style,
    ),
    isHidden: /(?:^|[\s;{])display\s*:\s*none|mso-hide\s*:\s*all|visibility\s*:\s*(?:hidden|collapse)/i.test(style),
  };
}

function lookOf(element: HTMLElement, outer: Look, rules: readonly Rule[]): Look {
  const own = lookOfStyle(element.getAttribute('style') ?? '');
  const matching = rules.filter(({ selector }) => element.matches(selector));
  const has = (name: keyof Look) => outer[name] || own[name] || matching.some((rule) => rule[name]);
  return {
    isStruck: has('isStruck') || /^(?:S|DEL|STRIKE)$/.test(element.tagName),
    isHidden: has('isHidden') || element.hasAttribute('hidden') || element.getAttribute('height') === '0',
  };
}

function hiddenColumns(table: HTMLElement, rules: readonly Rule[]): Set<number> {
  const hidden = new Set<number>();
  let column = 0;
  for (const element of table.querySelectorAll('col')) {
    const end = column + Math.min(Number(element.getAttribute('span') ?? 1) || 1, maxSpan);
    const { isHidden } = lookOf(element, { isStruck: false, isHidden: element.getAttribute('width') === '0' }, rules);
    for (; column < end; column += 1) if (isHidden) hidden.add(column);
  }
  return hidden;
}
