import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

import classes from './panel-states.module.css';

interface PanelEmptyProps {
  icon?: LucideIcon;
  title: string;
  /** What to do next, with an example to try. */
  children?: ReactNode;
}

/** A panel that has nothing to show yet, and says how to change that. */
export function PanelEmpty({ icon: Icon, title, children }: PanelEmptyProps) {
  return (
    <div className={classes['state']} tabIndex={-1} data-focus-heir>
      {Icon && <Icon aria-hidden size={28} strokeWidth={1.5} className={classes['icon']} />}
      <p className={classes['title']}>{title}</p>
      {children && <div className={classes['detail']}>{children}</div>}
    </div>
  );
}
