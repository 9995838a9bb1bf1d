import { Group, VisuallyHidden } from '@mantine/core';
import { useEffect, type ReactNode } from 'react';

import classes from './page-heading.module.css';

interface PageHeadingProps {
  title: string;
  /** Whether the navigation shows the title already; it is then for screen readers and paper only. */
  isHidden?: boolean;
  /** Tab title, if it differs from the title: a product's name. */
  documentTitle?: string;
  /** One muted line below the title. */
  children?: ReactNode;
  /** Actions for the whole page: on a wide screen at the end of the title line, on others on their own. */
  actions?: ReactNode;
}

/** The page's h1. Sets the tab title and receives focus after navigation. */
export function PageHeading(props: PageHeadingProps) {
  const { title, isHidden = false, documentTitle = title, children, actions } = props;
  useEffect(() => {
    document.title = `${documentTitle} – Stock Horizon`;
  }, [documentTitle]);
  if (isHidden)
    return (
      <VisuallyHidden component="h1" tabIndex={-1} data-page-heading className={classes['printed']}>
        {title}
      </VisuallyHidden>
    );
  return (
    <div className={classes['heading']}>
      <h1 tabIndex={-1} data-page-heading className={classes['title']}>
        <bdi>{title}</bdi>
      </h1>
      {children && <p className={classes['lead']}>{children}</p>}
      {actions && (
        <Group gap={10} justify="flex-end" className={classes['actions']}>
          {actions}
        </Group>
      )}
    </div>
  );
}
