import { useLingui } from '@lingui/react/macro';
import { useMemo } from 'react';

import { useLocale } from '#ui/locale.tsx';

import type { Wording } from './wording.ts';

/** The wording of the person's language and day, for quantities of that unit. */
export function useWording(unit: string | null): Wording {
  const { i18n } = useLingui();
  const { locale, today } = useLocale();
  return useMemo(() => ({ i18n, locale, today, unit }), [i18n, locale, today, unit]);
}
