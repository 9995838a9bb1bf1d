import { Button, createTheme, Input, type CSSVariablesResolver, type MantineColorsTuple } from '@mantine/core';

const horizon: MantineColorsTuple = [
  '#eceefa',
  '#d6daf4',
  '#b3bae9',
  '#9aa5f0',
  '#7f8be0',
  '#6a77d2',
  '#5a67c4',
  '#4e5bb9',
  '#4350af',
  '#374296',
];

const touchHeight = '2.75rem';

/** The kit in the colours of `theme.css`; every control is tall enough for a finger. */
export const mantineTheme = createTheme({
  colors: { horizon },
  primaryColor: 'horizon',
  primaryShade: 8,
  defaultRadius: 8,
  fontFamily: 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  respectReducedMotion: true,
  components: {
    Input: Input.extend({ vars: () => ({ wrapper: { '--input-height': touchHeight, '--input-fz': '1rem' } }) }),
    Button: Button.extend({ vars: () => ({ root: { '--button-height': touchHeight } }) }),
  },
});

const shared = {
  '--mantine-color-body': 'var(--sh-surface)',
  '--mantine-color-text': 'var(--sh-text)',
  '--mantine-color-dimmed': 'var(--sh-muted)',
  '--mantine-color-error': 'var(--sh-late)',
  '--mantine-color-placeholder': 'var(--sh-muted)',
  '--mantine-color-anchor': 'var(--sh-accent)',
  '--mantine-color-default': 'var(--sh-surface)',
  '--mantine-color-default-border': 'var(--sh-line-strong)',
  '--mantine-color-default-color': 'var(--sh-text)',
  '--mantine-color-default-hover': 'var(--sh-muted-bg)',
};

export const mantineVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared });
