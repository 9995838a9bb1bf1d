import type { FormField } from './form-field.ts';
import type { HeaderRow } from './header-row.ts';
import type { MailPhrase } from './mail-pair.ts';
import type { SkippedLine } from './order-list.ts';
import type { ListRecord } from './records.ts';
import type { RefusalCode } from './refusal.ts';

/** Rows under one header, or all those without one. */
export interface ListTable {
  header: HeaderRow | null;
  rows: string[][];
}

/** What a record of a list is, before it is known which column holds what. */
export type ListItem = { record: ListRecord } & (
  | { kind: 'row'; cells: string[]; table: ListTable }
  | { kind: 'phrase'; phrase: MailPhrase }
  | { kind: 'field'; field: FormField }
  | { kind: 'skipped'; code: SkippedLine['code'] }
  | { kind: 'refused'; code: RefusalCode }
);
