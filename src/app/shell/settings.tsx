import { Trans, useLingui } from '@lingui/react/macro';
import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';

import { isLanguage, languages } from '#components/locale/language.ts';
import { useLocale } from '#components/locale/locale-context.tsx';

import { Choice } from './choice.tsx';
import { openDialog } from './dialog-state.ts';
import { Person } from './person.tsx';
import classes from './settings.module.css';

const themes: readonly MantineColorScheme[] = ['light', 'dark', 'auto'];

export function Settings({ onDone }: { onDone: () => void }) {
  const { t } = useLingui();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const { language, setLanguage } = useLocale();
  const themeNames = { light: t`Light`, dark: t`Dark`, auto: t`System` };

  return (
    <div className={classes['settings']}>
      <Choice
        label={t`Theme`}
        value={colorScheme}
        options={themes.map((value) => ({ value, label: themeNames[value] }))}
        onChange={(value) => setColorScheme(themes.find((theme) => theme === value) ?? 'auto')}
      />
      <Choice
        label={t`Language`}
        value={language}
        options={Object.entries(languages).map(([value, label]) => ({ value, label, lang: value }))}
        onChange={(value) => isLanguage(value) && setLanguage(value)}
      />
      <button
        type="button"
        className={classes['row']}
        onClick={() => {
          onDone();
          openDialog('keys');
        }}
      >
        <Trans>Keyboard shortcuts</Trans>
        <kbd>?</kbd>
      </button>
      <Person onDone={onDone} />
    </div>
  );
}
