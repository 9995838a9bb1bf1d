import type { ReactNode } from 'react';

import classes from './said.module.css';

/** A word about what was just done, above the page and read out; nothing moves to make room for it. */
export function Said({ children }: { children: ReactNode }) {
  return <output className={classes['said']}>{children}</output>;
}
