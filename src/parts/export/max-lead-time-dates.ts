import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';

import type { NamedColumn } from '#stock/export/export-table.ts';

/** A column that names those of a row's dates that are max lead time dates, since formats alone get lost. */
export function maxLeadTimeDates<Item>(columns: readonly NamedColumn<Item>[], i18n: I18n): NamedColumn<Item> {
  return {
    header: t(i18n)`Max lead time dates`,
    kind: 'flag',
    cell: (item) =>
      columns.flatMap(({ header, isMaxLeadTime }) => (isMaxLeadTime?.(item) ? [header] : [])).join(', ') || null,
  };
}
