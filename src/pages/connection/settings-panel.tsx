import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect, TextInput } from '@mantine/core';

import { LanguageChoice, ThemeChoice } from '#ui/choice.tsx';
import { formats, longestUnit, useLocale } from '#ui/locale.tsx';
import { Panel } from '#features/panel.tsx';

import classes from './connection-page.module.css';

/** A quantity that shows grouping and decimals, in thousandths. */
const example = 1_234_500;

/** How this browser shows everything; remembered in it. */
export function SettingsPanel() {
  const { t } = useLingui();
  const { language, locale, today, format, setFormat, ownUnit, setOwnUnit, formatDate, formatQuantity } = useLocale();
  const names = new Intl.DisplayNames(language, { type: 'language', languageDisplay: 'standard' });
  return (
    <Panel
      title={t`Settings`}
      description={<Trans>Remembered in this browser, for everyone who signs in with it.</Trans>}
    >
      <div className={classes.settings}>
        <LanguageChoice />
        <ThemeChoice />
        <div>
          <NativeSelect
            label={t`Number and date format`}
            classNames={{ label: classes.label }}
            value={format ?? ''}
            onChange={({ currentTarget: { value } }) => setFormat(value === '' ? null : value)}
            data={[
              { value: '', label: t`As the browser and the language say` },
              ...formats.map((tag) => ({ value: tag, label: names.of(tag) ?? tag })),
            ]}
          />
          <p className={classes.example}>
            <Trans>
              For example <b>{formatQuantity(example, ownUnit)}</b> on <b>{formatDate(today, 'weekday')}</b> at{' '}
              <b>{new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: 'UTC' }).format(exampleTime)}</b>
            </Trans>
          </p>
        </div>
        <TextInput
          label={t`Unit where a product names none`}
          inputWrapperOrder={['label', 'input', 'description']}
          classNames={{ label: classes.label, description: classes.description }}
          description={t`Stands beside quantities of products without a unit, such as pcs. Nothing is converted.`}
          defaultValue={ownUnit ?? ''}
          maxLength={longestUnit}
          spellCheck={false}
          autoComplete="off"
          onChange={({ currentTarget: { value } }) => setOwnUnit(value)}
        />
      </div>
    </Panel>
  );
}

/** 14:05 on any day. */
const exampleTime = (14 * 60 + 5) * 60_000;
