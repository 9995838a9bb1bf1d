import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect, SegmentedControl, SimpleGrid, Text, TextInput, useMantineColorScheme } from '@mantine/core';
import { useId } from 'react';

import { isLanguage, languages } from '#ui/language.ts';
import { formats, longestUnit, useLocale } from '#ui/locale.tsx';
import { Panel } from '#parts/panel.tsx';

/** A quantity with grouping and decimals, in thousandths. */
const example = 1_234_500;

/** Language, theme, formats and unit, stored in this browser. */
export function PreferencesPanel() {
  const { t } = useLingui();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { language, setLanguage, locale, today, format, setFormat, ownUnit, setOwnUnit, formatDate, formatQuantity } =
    useLocale();
  const names = new Intl.DisplayNames(language, { type: 'language', languageDisplay: 'standard' });
  return (
    <Panel title={t`Preferences`} description={<Trans>Saved in this browser for everyone who uses it.</Trans>}>
      <SimpleGrid cols={{ base: 1, md: 2 }} spacing={32} verticalSpacing={20}>
        <Choice
          label={t`Language`}
          value={language}
          options={Object.entries(languages).map(([value, label]) => ({ value, label, lang: value }))}
          onChange={(value) => isLanguage(value) && setLanguage(value)}
        />
        <Choice
          label={t`Theme`}
          value={colorScheme}
          options={[
            { value: 'light', label: t`Light` },
            { value: 'dark', label: t`Dark` },
            { value: 'auto', label: t`System` },
          ]}
          onChange={setColorScheme}
        />
        <div>
          <NativeSelect
            label={t`Number and date format`}
            value={format ?? ''}
            onChange={({ currentTarget: { value } }) => setFormat(value === '' ? null : value)}
            data={[
              { value: '', label: t`Browser default` },
              ...formats.map((tag) => ({ value: tag, label: names.of(tag) ?? tag })),
            ]}
          />
          <Text size="sm" c="dimmed" mt={8}>
            <Trans>
              Example: <b>{formatQuantity(example, ownUnit)}</b>, <b>{formatDate(today, 'weekday')}</b>,{' '}
              <b>{new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(exampleTime)}</b>
            </Trans>
          </Text>
        </div>
        <TextInput
          label={t`Default unit`}
          inputWrapperOrder={['label', 'input', 'description']}
          description={t`Shown for products without a unit, for example pcs. Quantities aren't converted.`}
          defaultValue={ownUnit ?? ''}
          maxLength={longestUnit}
          spellCheck={false}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => setOwnUnit(value)}
        />
      </SimpleGrid>
    </Panel>
  );
}

/** 14:05 UTC, in Unix milliseconds. */
const exampleTime = (14 * 60 + 5) * 60_000;

interface ChoiceProps<Value extends string> {
  label: string;
  value: Value;
  options: readonly { value: Value; label: string; lang?: string }[];
  onChange: (value: Value) => void;
}

/** A few exclusive options side by side. */
function Choice<Value extends string>({ label, options, ...choice }: ChoiceProps<Value>) {
  const labelId = useId();
  return (
    <div>
      <Text id={labelId} size="sm" fw={600} mb={2}>
        {label}
      </Text>
      <SegmentedControl<Value>
        {...choice}
        aria-labelledby={labelId}
        fullWidth
        data={options.map((option) => ({ value: option.value, label: <span lang={option.lang}>{option.label}</span> }))}
      />
    </div>
  );
}
