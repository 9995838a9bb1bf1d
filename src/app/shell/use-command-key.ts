import { useLingui } from '@lingui/react/macro';

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How the key that goes with a letter to make a command is printed on the person's keyboard. */
export function useCommandKey(): string {
  const { t } = useLingui();
  return isApple ? '⌘' : t`Ctrl`;
}
