import { Button } from '@mantine/core';
import type { ComponentProps } from 'react';

/** Inline button that looks like a link. */
export function LinkButton(props: Omit<ComponentProps<typeof Button<'button'>>, 'variant' | 'size'>) {
  return <Button variant="subtle" size="compact-sm" fz="inherit" {...props} />;
}
