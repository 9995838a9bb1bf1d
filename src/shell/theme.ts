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

const gray: MantineColorsTuple = [
  '#f7f7f4',
  '#efefeb',
  '#e6e6e1',
  '#dcdcd7',
  '#c6c7c8',
  '#a9abb0',
  '#8d919c',
  '#5c606b',
  '#3a3d45',
  '#1b1d22',
];

const dark: MantineColorsTuple = [
  '#eceef2',
  '#cdd1da',
  '#a9afbd',
  '#686f81',
  '#343945',
  '#2d313b',
  '#23272f',
  '#1c1f26',
  '#15171c',
  '#101216',
];

const touchHeight = '2.75rem';

/** Shared by menus and popovers: no transition, same corners and shadow. */
const floating = { transitionProps: { duration: 0 }, radius: 10, shadow: 'var(--sh-shadow)' };

/** Mantine in the colors of `theme.css`, with inputs and buttons of touch height. */
export const mantineTheme = createTheme({
  colors: { horizon, gray, dark },
  primaryColor: 'horizon',
  primaryShade: 8,
  defaultRadius: 8,
  fontFamily: 'Roboto, "Roboto fallback", system-ui, -apple-system, "Segoe UI", sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  // With 28 for names and 40 for the one figure that a screen is about.
  fontSizes: { xs: '0.75rem', sm: '0.8125rem', md: '0.875rem', lg: '1rem', xl: '1.25rem' },
  respectReducedMotion: true,
  components: {
    Input: Input.extend({
      vars: (_theme, { error }) => ({
        wrapper: {
          '--input-height': touchHeight,
          '--input-fz': '1rem',
          '--input-bg': 'var(--sh-surface)',
          '--input-bd': error ? 'var(--sh-late)' : 'var(--sh-line-strong)',
          '--input-bd-focus': 'var(--sh-accent)',
        },
      }),
    }),
    ActionIcon: {
      defaultProps: { variant: 'subtle', size: 36 },
      vars: () => ({
        root: {
          '--ai-color': 'var(--sh-muted)',
          '--ai-hover': 'var(--sh-muted-bg)',
          '--ai-hover-color': 'var(--sh-text)',
        },
      }),
    },
    Alert: {
      defaultProps: { variant: 'light' },
      vars: (_theme: unknown, { color }: { color?: string }) => ({
        root: {
          '--alert-bg': color === 'red' ? 'var(--sh-late-bg)' : 'var(--sh-mlt-bg)',
          '--alert-color': color === 'red' ? 'var(--sh-late)' : 'var(--sh-mlt)',
        },
      }),
    },
    CloseButton: { defaultProps: { size: 36 } },
    // An error that appears beneath the field in focus is announced.
    InputError: { defaultProps: { role: 'alert', size: 'md' } },
    InputDescription: { defaultProps: { size: 'md' } },
    Menu: { defaultProps: { ...floating, offset: 4 } },
    Modal: { defaultProps: { transitionProps: { duration: 0 }, radius: 12 } },
    ModalRoot: { defaultProps: { transitionProps: { duration: 0 } } },
    ModalOverlay: { defaultProps: { backgroundOpacity: 0.4 } },
    ModalContent: { defaultProps: { radius: 12 } },
    Popover: { defaultProps: floating },
    SegmentedControl: { defaultProps: { size: 'sm', transitionDuration: 0 } },
    // Compact buttons are used in running text, where touch height would spread the lines.
    Button: Button.extend({
      vars: (_theme, { size }) => ({
        root: String(size).startsWith('compact') ? {} : { '--button-height': touchHeight },
      }),
    }),
  },
});

const shared = {
  '--mantine-color-body': 'var(--sh-surface)',
  '--mantine-color-text': 'var(--sh-text)',
  '--mantine-color-dimmed': 'var(--sh-muted)',
  '--mantine-color-error': 'var(--sh-late)',
  '--mantine-color-placeholder': 'var(--sh-muted)',
  '--mantine-color-anchor': 'var(--sh-accent)',
  // Of buttons that look like links: the kit's own are almost white in the dark theme, like the text beside them.
  '--mantine-color-horizon-light-color': 'var(--sh-accent)',
  '--mantine-color-horizon-light': 'var(--sh-accent-bg)',
  // Under the pointer, too, text has a contrast of 4.5 with it.
  '--mantine-color-horizon-light-hover': 'var(--sh-accent-bg)',
  '--mantine-color-red-light-color': 'var(--sh-late)',
  '--mantine-color-default': 'var(--sh-surface)',
  '--mantine-color-default-border': 'color-mix(in srgb, var(--sh-line-strong) 55%, var(--sh-line))',
  '--mantine-color-default-color': 'var(--sh-text)',
  '--mantine-color-default-hover': 'var(--sh-muted-bg)',
};

export const mantineVariables: CSSVariablesResolver = () => ({ variables: {}, light: shared, dark: shared });
