import { Button, type ButtonProps } from '@mantine/core';
import type { LucideIcon } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

import classes from './take-button.module.css';

type TakeButtonProps = Omit<ButtonProps, 'leftSection' | 'children' | 'variant'> &
  Pick<ComponentProps<'button'>, 'ref' | 'onClick' | 'aria-haspopup' | 'aria-expanded' | 'title'> & {
    Icon: LucideIcon;
    children: ReactNode;
  };

/** A button beside a page's title; on a small screen its icon alone shows. */
export function TakeButton({ Icon, children, ...attributes }: TakeButtonProps) {
  return (
    <Button
      {...attributes}
      variant="default"
      className={classes['button'] ?? ''}
      leftSection={<Icon size={18} aria-hidden />}
    >
      <span className={classes['label']}>{children}</span>
    </Button>
  );
}
