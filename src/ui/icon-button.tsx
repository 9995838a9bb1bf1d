import type { LucideIcon } from 'lucide-react';
import type { ComponentProps } from 'react';

import classes from './icon-button.module.css';

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label' | 'title' | 'className' | 'children'> {
  /** What it does, for those who hear it and those who point at it. */
  label: string;
  Icon: LucideIcon;
  /** `s` stands beside text; on a small screen both are as large as a finger. */
  size?: 's' | 'm';
}

/** A button that a sign alone tells of. */
export function IconButton({ label, Icon, size = 'm', ...props }: IconButtonProps) {
  return (
    <button type="button" aria-label={label} title={label} className={classes.button} data-size={size} {...props}>
      <Icon aria-hidden size={size === 's' ? 16 : 18} />
    </button>
  );
}
