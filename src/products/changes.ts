import { t } from '@lingui/core/macro';
import { lazy } from 'react';

import { isCalendarDate } from '#stock/calendar-date.ts';

import type { Since } from './changes-since.ts';
import type { ProductsView } from './products-view.ts';

export const changesParams = {
  /** What changes are compared with; yesterday if absent. */
  since: (raw: unknown): Since | undefined => {
    if (raw === 'monday' || raw === 'visit') return raw;
    return typeof raw === 'string' && isCalendarDate(raw) ? raw : undefined;
  },
};

/** What changed since an earlier time. */
export const changes: ProductsView & { id: 'moved' } = {
  id: 'moved',
  label: (i18n) => t(i18n)`Changes`,
  isPaged: false,
  // It is loaded apart, and says itself what it compares.
  isStale: () => false,
  View: lazy(async () => ({ default: (await import('./changes-view.tsx')).ChangesView })),
  Export: lazy(async () => ({ default: (await import('./changes-export.tsx')).ChangesExport })),
};
