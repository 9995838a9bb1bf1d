import type { I18n } from '@lingui/core';

import type { Locale } from '#ui/locale.tsx';

/** What sentences about an order are written with. */
export interface OrderWords extends Pick<
  Locale,
  'locale' | 'today' | 'formatDate' | 'formatQuantity' | 'formatFromToday'
> {
  i18n: I18n;
}
