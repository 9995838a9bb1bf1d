import type { DraftLine } from '#components/order-draft/draft-line.ts';
import { isBlank } from '#domain/order/order-line.ts';
import { fromThousandths } from '#lib/thousandths.ts';

import { csvText } from './csv-text.ts';

/** An order's lines as a file that can be imported again; quantities with a decimal point. */
export function orderCsv(lines: readonly DraftLine[]): string {
  const rows = lines
    .filter((line) => !isBlank(line))
    .map((line) => [
      line.product,
      line.quantity === null ? line.quantityText : String(fromThousandths(line.quantity)),
      line.writtenUnit,
      line.neededBy ?? '',
      line.note,
    ]);
  return csvText([['Product', 'Quantity', 'Unit', 'Needed by', 'Note'], ...rows]);
}
