import { t } from '@lingui/core/macro';
import { lazy } from 'react';

import type { ProductsView } from './products-view.ts';

/** What changed since the user last viewed the calendars. */
export const changes: ProductsView & { id: 'moved' } = {
  id: 'moved',
  label: (i18n, { moved }) =>
    moved.changes.length === 0 ? t(i18n)`Changes` : t(i18n)`Changes (${moved.changes.length})`,
  isPaged: false,
  isStale: ({ moved }) => moved.isStale,
  View: lazy(async () => ({ default: (await import('./changes-view.tsx')).ChangesView })),
  Export: lazy(async () => ({ default: (await import('./changes-export.tsx')).ChangesExport })),
};
