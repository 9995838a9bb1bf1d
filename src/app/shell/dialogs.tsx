import { useLingui } from '@lingui/react/macro';
import { useHotkeys } from '@mantine/hooks';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useEffectEvent, useSyncExternalStore } from 'react';

import { whenIdle } from '#lib/when-idle.ts';
import { takesLetters, useScreenKeys } from '#ui/keys.ts';

import { useSignInNeeded } from './sign-in.ts';

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

/** The dialogs of the shell of which one at a time is open. */
type DialogName = 'palette' | 'keys';

let current: DialogName | null = null;
const listeners = new Set<() => void>();

export function openDialog(name: DialogName): void {
  // The palette's code may still be on its way, and its field takes the focus a moment later.
  if (name === 'palette' && current !== 'palette') keepTyping(closeDialog);
  change(name);
}

function closeDialog(): void {
  takeTyping();
  change(null);
}

function useOpenDialog(): DialogName | null {
  return useSyncExternalStore(subscribe, () => current);
}

function change(next: DialogName | null) {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const longestWait = 5000;

let typed = '';
let stop: (() => void) | null = null;

/** Keeps what is typed from now on, for a field that is on its way; without {@link takeTyping} it ends by itself. */
function keepTyping(onEscape: () => void): void {
  takeTyping();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (event.key === 'Escape') onEscape();
    else if (event.key === 'Backspace') typed = typed.slice(0, -1);
    else if (event.key.length === 1) typed += event.key;
    else if (event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
  };
  const timer = setTimeout(takeTyping, longestWait);
  document.addEventListener('keydown', onKeyDown, true);
  stop = () => {
    clearTimeout(timer);
    document.removeEventListener('keydown', onKeyDown, true);
  };
}

/** What was kept; from now on keys go where the focus is. */
export function takeTyping(): string {
  stop?.();
  stop = null;
  const taken = typed;
  typed = '';
  return taken;
}

const longestPause = 1500;

/** Calls what belongs to the key that is pressed soon after `first`, outside of text fields, dialogs and menus. */
function useKeySequence(first: string, then: Readonly<Record<string, () => void>>): void {
  const run = useEffectEvent((key: string) => then[key]?.());
  useEffect(() => {
    let pressedAt = -Infinity;
    const onKeyDown = (event: KeyboardEvent) => {
      const { target, key, timeStamp } = event;
      if (takesLetters(target) || event.ctrlKey || event.metaKey || event.altKey) return;
      if (timeStamp - pressedAt < longestPause) run(key.toLowerCase());
      pressedAt = key.toLowerCase() === first ? timeStamp : -Infinity;
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [first]);
}

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** How the key that goes with a letter to make a command is printed on the person's keyboard. */
export function useCommandKey(): string {
  const { t } = useLingui();
  return isApple ? '⌘' : t`Ctrl`;
}
