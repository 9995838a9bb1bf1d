import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import { useLocale } from '#ui/locale.tsx';

import type { OrderWords } from './order-words.ts';

/** What sentences about an order are written with; the same object until language or day change. */
export function useOrderWords(): OrderWords {
  const { i18n } = useLingui();
  const locale = useLocale();
  return useMemo(() => ({ ...locale, i18n }), [locale, i18n]);
}
