import { useLingui } from '@lingui/react/macro';

import { isLanguage, languages } from '#ui/locale/language.ts';
import { useLocale } from '#ui/locale/locale-context.tsx';

import { Choice } from './choice.tsx';

/** The languages of the interface, each by its own name. */
export function LanguageChoice() {
  const { t } = useLingui();
  const { language, setLanguage } = useLocale();
  return (
    <Choice
      label={t`Language`}
      value={language}
      options={Object.entries(languages).map(([value, label]) => ({ value, label, lang: value }))}
      onChange={(value) => isLanguage(value) && setLanguage(value)}
    />
  );
}
