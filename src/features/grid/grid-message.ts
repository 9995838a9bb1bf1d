/** What just happened, for the status line and screen readers. Counts are of rows and cells. */
export type GridMessage =
  | { readonly kind: 'copied' | 'cut' | 'cleared' | 'filled'; readonly rows: number; readonly columns: number }
  | { readonly kind: 'pasted'; readonly rows: number; readonly refused: number; readonly cutOff: number }
  | { readonly kind: 'rows-inserted' | 'rows-deleted'; readonly rows: number }
  | { readonly kind: 'undone' | 'redone'; readonly label: string }
  | { readonly kind: 'read-only'; readonly header: string }
  | { readonly kind: 'leaving' };

/** The names of operations, in the person's language, for undo and redo. */
export interface OperationLabels {
  readonly edit: string;
  readonly paste: string;
  readonly cut: string;
  readonly clear: string;
  readonly fill: string;
  readonly insertRows: string;
  readonly deleteRows: string;
}
