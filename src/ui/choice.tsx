import '@mantine/core/styles/SegmentedControl.css';
import { useLingui } from '@lingui/react/macro';
import { SegmentedControl, Text, useMantineColorScheme, type MantineColorScheme } from '@mantine/core';
import { useId } from 'react';

import { isLanguage, languages } from './language.ts';
import { useLocale } from './locale.tsx';

interface ChoiceProps {
  label: string;
  value: string;
  options: readonly { value: string; label: string; lang?: string }[];
  onChange: (value: string) => void;
}

/** A few exclusive options side by side. */
function Choice({ label, value, options, onChange }: ChoiceProps) {
  const labelId = useId();
  return (
    <div>
      <Text id={labelId} c="dimmed" fz={13} mb={6}>
        {label}
      </Text>
      <SegmentedControl
        aria-labelledby={labelId}
        fullWidth
        value={value}
        onChange={onChange}
        data={options.map((option) => ({ value: option.value, label: <span lang={option.lang}>{option.label}</span> }))}
      />
    </div>
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
