/** Another way of writing a whole column, which an option of the import selects. */
export interface ColumnForm {
  /** `dd.mm.yyyy`, `decimal comma` */
  name: string;
  /** `--dates dd.mm.yyyy` */
  option: string;
}

/** Why a cell can't be read. */
export class CellFault {
  /** What would be right, in words that follow the column and its text. */
  readonly rule: string;
  /** The forms in which the cell can be read: several if it is ambiguous, none if it is invalid in any form. */
  readonly forms: readonly ColumnForm[];

  constructor(rule: string, forms: readonly ColumnForm[] = []) {
    this.rule = rule;
    this.forms = forms;
  }
}

/** A fault of a row. `column` is empty if the row as a whole is invalid. */
export interface RowFault extends Pick<CellFault, 'rule' | 'forms'> {
  column: string;
  text: string;
  /** The rule without what differs from row to row, if anything does. */
  kind?: string;
}

/** All faults of a row as one text. */
export function describeFaults(faults: readonly RowFault[]): string {
  return faults.map(describeFault).join('; ');
}

function describeFault({ column, text, rule }: RowFault): string {
  if (column === '') return rule;
  return text === '' ? `${column} is missing: it ${rule}` : `${column} ${JSON.stringify(text)} ${rule}`;
}
