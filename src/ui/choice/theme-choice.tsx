import { useLingui } from '@lingui/react/macro';
import { useMantineColorScheme, type MantineColorScheme } from '@mantine/core';

import { Choice } from './choice.tsx';

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
