import { useEffect, type ReactNode } from 'react';

import classes from './page-heading.module.css';

interface PageHeadingProps {
  title: string;
  /** What the browser's tab says, where it is more than the title: a product's name. */
  documentTitle?: string;
  /** One muted line beneath. */
  children?: ReactNode;
  /** What can be done with the page as a whole, at the end of the title's line. */
  actions?: ReactNode;
  /** They stand on a line of their own unless the screen is wide. */
  hasManyActions?: boolean;
}

/** The one main heading of a page. Names the browser's tab, and takes the focus when the page was navigated to. */
export function PageHeading({ title, documentTitle = title, children, actions, hasManyActions }: PageHeadingProps) {
  useEffect(() => {
    document.title = `${documentTitle} – Stock Horizon`;
  }, [documentTitle]);
  return (
    <div className={classes['heading']}>
      <h1 tabIndex={-1} data-page-heading className={classes['title']}>
        <bdi>{title}</bdi>
      </h1>
      {children && <p className={classes['lead']}>{children}</p>}
      {actions && (
        <div className={classes['actions']} data-many={hasManyActions || undefined}>
          {actions}
        </div>
      )}
    </div>
  );
}
