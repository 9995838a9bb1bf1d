import type { ComponentProps, ReactNode } from 'react';

import classes from './strip.module.css';

interface StripProps extends Omit<ComponentProps<'div'>, 'className'> {
  words: ReactNode;
  /** The button at its end. */
  action: ReactNode;
}

/** What is said of work that takes a while, with what can be done about it; a bar of progress stands before the words. */
export function Strip({ words, action, children, ...props }: StripProps) {
  return (
    <div className={classes.strip} {...props}>
      {children}
      <p className={classes.words}>{words}</p>
      {action}
    </div>
  );
}
