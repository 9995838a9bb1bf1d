import { Button, type ButtonProps } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';

import classes from './toolbar-button.module.css';

type ToolbarButtonProps = Omit<ButtonProps, 'leftSection' | 'children' | 'variant'> &
  Pick<ComponentProps<'button'>, 'ref' | 'onClick' | 'aria-haspopup' | 'aria-expanded' | 'title'> & {
    Icon: LucideIcon;
    /** Whether the label is visible on small screens too. */
    alwaysShowsLabel?: boolean | undefined;
    /** Whether it is the main action of the screen. */
    isPrimary?: boolean | undefined;
    children: ReactNode;
  };

/** A button beside a page's title; only its icon is visible on small screens. */
export function ToolbarButton({
  Icon,
  alwaysShowsLabel = false,
  isPrimary = false,
  children,
  ...attributes
}: ToolbarButtonProps) {
  return (
    <Button
      {...attributes}
      variant={isPrimary ? 'filled' : 'default'}
      className={(!alwaysShowsLabel && classes['button']) || ''}
      leftSection={<Icon size={18} aria-hidden />}
    >
      <span className={alwaysShowsLabel ? undefined : classes['label']}>{children}</span>
    </Button>
  );
}

const shownFor = 6000;

/** Confirmation message and its setter; the message disappears automatically. */
export function useStatusMessage(): [said: string, say: (words: string) => void] {
  const [said, setSaid] = useState('');
  const { start, clear } = useTimeout(() => setSaid(''), shownFor);
  const say = (words: string) => {
    clear();
    setSaid(words);
    start();
  };
  return [said, say];
}

/** Confirmation message over the page, without layout shift; screen readers announce it. */
export function StatusMessage({ children }: { children: ReactNode }) {
  return <output className={classes['said']}>{children}</output>;
}
