import '@mantine/core/styles/FloatingIndicator.css';
import '@mantine/core/styles/SegmentedControl.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Group, NativeSelect, SegmentedControl, Stack, Text, TextInput, useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useId } from 'react';

import { isLanguage, languages } from '#ui/language.ts';
import { formats, maxUnitLength, useLocale } from '#ui/locale.tsx';
import { seesService, session } from '#data/session.ts';
import { TransitFields } from '#parts/transit-fields.tsx';
import { useTransitDays } from '#parts/transit-days.ts';
import { PopoverPanel } from '#ui/popover-panel.tsx';
import { setStartPage, startPages, useStartPage } from '#ui/start-page.ts';

import { useUserName } from './header.tsx';
import { usePages } from './pages.ts';
import { SignOut } from './sign-out.tsx';

/** A quantity with grouping and decimals, in thousandths. */
const example = 1_234_500;

const anchor = {
  get current() {
    return document.querySelector('[data-preferences]');
  },
};

/** Language, theme, formats, start page and transit days, stored in this browser; sign-out and the stock service. */
export function Preferences({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const { data } = useQuery(session.current());
  const name = useUserName();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { language, setLanguage, ownUnit, setOwnUnit } = useLocale();
  const { transit, setTransit } = useTransitDays();
  const start = useStartPage();
  const pages = usePages().filter(({ to }) => startPages.some((page) => page === to));
  return (
    <PopoverPanel anchor={anchor} label={t`Preferences`} opened onClose={onClose} width="min(24rem, 100vw - 16px)">
      <Stack gap={12} mah="calc(100dvh - 96px)" style={{ overflowY: 'auto' }}>
        <div>
          <Text fw={600}>
            <bdi>{name ?? t`Not signed in`}</bdi>
          </Text>
          <Text fz={13} c="dimmed">
            <Trans>Saved in this browser.</Trans>
          </Text>
        </div>
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
        <FormatChoice />
        <NativeSelect
          label={t`Start page`}
          value={start}
          data={pages.map(({ to, name: label }) => ({ value: to, label }))}
          onChange={({ currentTarget: { value } }) => setStartPage(startPages.find((page) => page === value) ?? '/')}
        />
        {data?.signedIn && (
          <Group gap="8px 20px" align="end">
            <TransitFields transit={transit} onChange={setTransit} />
          </Group>
        )}
        <TextInput
          label={t`Default unit`}
          inputWrapperOrder={['label', 'input', 'description']}
          description={t`Shown for products without a unit, for example pcs. Quantities aren't converted.`}
          defaultValue={ownUnit ?? ''}
          maxLength={maxUnitLength}
          spellCheck={false}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => setOwnUnit(value)}
        />
        {data?.signedIn && (
          <Link to="/keys" onClick={onClose}>
            <Trans>Keys and links</Trans>
          </Link>
        )}
        {data?.signedIn && (
          <Link to="/my-data" onClick={onClose}>
            <Trans>My data</Trans>
          </Link>
        )}
        {data && seesService(data) && (
          <Link to="/connection" onClick={onClose}>
            <Trans>Stock service and API check</Trans>
          </Link>
        )}
        {data?.by != null && data.by !== 'local' && <SignOut />}
      </Stack>
    </PopoverPanel>
  );
}

/** Region of numbers and dates, with an example. */
function FormatChoice() {
  const { t } = useLingui();
  const { language, locale, today, format, setFormat, ownUnit, formatDate, formatQuantity } = useLocale();
  const names = new Intl.DisplayNames(language, { type: 'language', languageDisplay: 'standard' });
  return (
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
      <Text fz={13} c="dimmed" mt={4}>
        <Trans>
          Example: <b>{formatQuantity(example, ownUnit)}</b>, <b>{formatDate(today, 'weekday')}</b>,{' '}
          <b>{new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(exampleTime)}</b>
        </Trans>
      </Text>
    </div>
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
