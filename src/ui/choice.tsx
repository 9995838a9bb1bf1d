import { useLingui } from '@lingui/react/macro';
import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useId } from 'react';

import classes from './choice.module.css';
import { isLanguage, languages } from './language.ts';
import { useLocale } from './locale.tsx';

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string; lang?: string }[];
  onChange: (value: string) => void;
}

/** A few exclusive options side by side: native radio buttons in the dress of a segmented control. */
export function Choice({ label, value, options, onChange }: ChoiceProps) {
  const name = useId();
  return (
    <fieldset className={classes['choice']}>
      <legend className={classes['legend']}>{label}</legend>
      <div className={classes['options']}>
        {options.map((option) => (
          <label key={option.value} lang={option.lang} className={classes['option']}>
            <input
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className={classes['radio']}
            />
            <span>{option.label}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

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

const themes: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

/** Light, dark, or as the system is. */
export function ThemeChoice() {
  const { t } = useLingui();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const names = { light: t`Light`, dark: t`Dark`, auto: t`System` };
  return (
    <Choice
      label={t`Theme`}
      value={colorScheme}
      options={themes.map((value) => ({ value, label: names[value] }))}
      onChange={(value) => setColorScheme(themes.find((theme) => theme === value) ?? 'auto')}
    />
  );
}
