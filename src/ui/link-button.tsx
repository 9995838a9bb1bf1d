import type { ComponentProps } from 'react';

import classes from './link-button.module.css';

/** A button that stands in a line of text and looks like a link. */
export function LinkButton(props: Omit<ComponentProps<'button'>, 'type' | 'className'>) {
  return <button type="button" className={classes.button} {...props} />;
}
