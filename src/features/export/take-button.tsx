import { Button, type ButtonProps } from '@mantine/core';
import { useTimeout } from '@mantine/hooks';
import type { LucideIcon } from 'lucide-react';
import { type ComponentProps, type ReactNode, useState } from 'react';

import classes from './take-button.module.css';

type TakeButtonProps = Omit<ButtonProps, 'leftSection' | 'children' | 'variant'> &
  Pick<ComponentProps<'button'>, 'ref' | 'onClick' | 'aria-haspopup' | 'aria-expanded' | 'title'> & {
    Icon: LucideIcon;
    /** Whether its words show on a small screen as well. */
    keepsWords?: boolean | undefined;
    children: ReactNode;
  };

/** A button beside a page's title; on a small screen its icon alone shows. */
export function TakeButton({ Icon, keepsWords = false, children, ...attributes }: TakeButtonProps) {
  return (
    <Button
      {...attributes}
      variant="default"
      className={(!keepsWords && classes['button']) || ''}
      leftSection={<Icon size={18} aria-hidden />}
    >
      <span className={keepsWords ? undefined : classes['label']}>{children}</span>
    </Button>
  );
}

const shownFor = 6000;

/** A word about what was just done, and how to say the next; it goes by itself. */
export function useSaid(): [said: string, say: (words: string) => void] {
  const [said, setSaid] = useState('');
  const { start, clear } = useTimeout(() => setSaid(''), shownFor);
  const say = (words: string) => {
    clear();
    setSaid(words);
    start();
  };
  return [said, say];
}

/** A word about what was just done, above the page and read out; nothing moves to make room for it. */
export function Said({ children }: { children: ReactNode }) {
  return <output className={classes['said']}>{children}</output>;
}
