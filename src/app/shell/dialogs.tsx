import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect } from 'react';

import { useScreenKeys } from '#ui/keys.ts';
import { whenIdle } from '#lib/when-idle.ts';

import { closeDialog, openDialog, useOpenDialog } from './dialog-state.ts';
import { useKeySequence } from './use-key-sequence.ts';
import { useSignInNeeded } from './use-sign-in-needed.ts';

const loadPalette = () => import('./command-palette.tsx');
const CommandPalette = lazy(async () => ({ default: (await loadPalette()).CommandPalette }));
const KeysDialog = lazy(async () => ({ default: (await import('./keys-dialog.tsx')).KeysDialog }));
const SignInDialog = lazy(async () => ({ default: (await import('./sign-in-dialog.tsx')).SignInDialog }));

/**
 * The dialogs that can open over any page, each loaded when it is first wanted (the palette, which is wanted in a
 * hurry, while nothing else is to do), and the keys that open them.
 */
export function Dialogs() {
  const navigate = useNavigate();
  const open = useOpenDialog();
  const signInNeeded = useSignInNeeded();
  // Where this fails, the palette is asked for again when it is opened.
  useEffect(() => whenIdle(() => void loadPalette().catch(() => undefined)), []);

  useHotkeys([['mod+K', () => openDialog('palette')]], []);
  useScreenKeys({ '?': () => openDialog('keys'), '/': focusFirstField });
  useKeySequence('g', {
    a: () => void navigate({ to: '/' }),
    o: () => void navigate({ to: '/order' }),
    c: () => void navigate({ to: '/products' }),
    l: () => void navigate({ to: '/calendars' }),
    n: () => void navigate({ to: '/connection' }),
  });

  return (
    <Suspense>
      {open === 'palette' && <CommandPalette onClose={closeDialog} />}
      {open === 'keys' && <KeysDialog onClose={closeDialog} />}
      {signInNeeded && <SignInDialog />}
    </Suspense>
  );
}

function focusFirstField() {
  document.querySelector<HTMLElement>('main :is(input, select, textarea)')?.focus();
}
