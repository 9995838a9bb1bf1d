import { useLingui } from '@lingui/react/macro';
import { VisuallyHidden } from '@mantine/core';
import { useHotkeys } from '@mantine/hooks';
import { createAtom, useSelector } from '@tanstack/react-store';
import { lazy, Suspense, useEffect, useState } from 'react';

import { whenIdle } from '#stock/when-idle.ts';
import { useScreenKeys } from '#ui/keys.ts';

import { useAutomaticSignIn } from './sign-in-state.ts';

/** Without a keyboard shortcut, on touch devices, the palette's code isn't prefetched. */
const hasKeyboard = matchMedia('(hover: hover)').matches;

const loadPalette = () => import('./command-palette.tsx');
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));
const Preferences = lazy(async () => ({ default: (await import('./preferences.tsx')).Preferences }));
const ImportDialog = lazy(async () => ({ default: (await import('./import-dialog.tsx')).ImportDialog }));
const NotificationMarks = lazy(async () => ({ default: (await import('./notification-marks.tsx')).NotificationMarks }));
const SignInDialog = lazy(async () => ({ default: (await import('./sign-in-dialog.tsx')).SignInDialog }));

/**
 * The dialogs that can open over any page, and their keyboard shortcuts. Each is loaded when first opened. The palette
 * is prefetched on idle. The marks of the header and the navigation are loaded after the first view.
 */
export function Dialogs() {
  const open = useSelector(current);
  const isSignInOpen = useAutomaticSignIn();
  // If this fails, opening the palette loads it again.
  useEffect(() => (hasKeyboard ? whenIdle(() => void loadPalette().catch(() => undefined)) : undefined), []);

  useHotkeys([['mod+K', () => openDialog('palette')]], []);
  useScreenKeys({ '?': () => openDialog('keys'), '/': focusFirstField });

  return (
    <>
      <Suspense>
        <NotificationMarks />
      </Suspense>
      <Suspense>
        {open === 'palette' && <Palette />}
        {open === 'keys' && <KeysDialog onClose={closeDialog} />}
        {open === 'preferences' && <Preferences onClose={closeDialog} />}
        {open === 'import' && <ImportDialog onClose={closeDialog} />}
        {isSignInOpen && <SignInDialog />}
      </Suspense>
    </>
  );
}

/** The palette. Until its code is loaded, an unseen field takes what is typed, which else would reach the page. */
function Palette() {
  const { t } = useLingui();
  const [typed, setTyped] = useState('');
  const label = t`Search products and pages`;
  const early = (
    // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- the focus returns from what has the role
    <VisuallyHidden role="dialog" aria-label={label}>
      <input
        ref={(field) => field?.focus({ preventScroll: true })}
        aria-label={label}
        onChange={(event) => setTyped(event.currentTarget.value)}
        onKeyDown={({ key }) => key === 'Escape' && closeDialog()}
      />
    </VisuallyHidden>
  );
  return (
    <Suspense fallback={early}>
      <CommandPalette early={typed} onClose={closeDialog} />
    </Suspense>
  );
}

/** Focuses the search field of the page, or else its first field that takes text. */
function focusFirstField() {
  const fields = 'input:not([type="radio"], [type="checkbox"]), textarea';
  const field =
    document.querySelector<HTMLElement>('main input[type="search"]') ??
    document.querySelector<HTMLElement>(`main :is(${fields})`);
  field?.focus();
}

/** Dialogs of which at most one is open. The preferences are a panel below the user's name. */
type DialogName = 'palette' | 'keys' | 'import' | 'preferences';

const current = createAtom<DialogName | null>(null);

export function openDialog(name: DialogName): void {
  current.set(name);
}

export function toggleDialog(name: DialogName): void {
  if (current.get() === name) closeDialog();
  else openDialog(name);
}

function closeDialog(): void {
  current.set(null);
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** Label of the command key on the user's keyboard. */
export function useCommandKey(): string {
  const { t } = useLingui();
  return isApple ? '⌘' : t`Ctrl`;
}
