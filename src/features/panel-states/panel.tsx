import { useId, type ReactNode } from 'react';

import classes from './panel.module.css';

interface PanelProps {
  title: string;
  /** Stands at the end of the title's line: an age, a button. */
  aside?: ReactNode;
  /** One muted line beneath the title. */
  description?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A titled part of a page: one level of surface with a hairline, a region named by its title. */
export function Panel({ title, aside, description, className, children }: PanelProps) {
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className={`${classes['panel']} ${className ?? ''}`}>
      <header className={classes['head']}>
        <h2 id={titleId} className={classes['title']}>
          {title}
        </h2>
        {aside}
        {description && <p className={classes['description']}>{description}</p>}
      </header>
      {children}
    </section>
  );
}
