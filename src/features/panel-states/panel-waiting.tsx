import { useLingui } from '@lingui/react/macro';
import { Skeleton } from '@mantine/core';

import classes from './panel-states.module.css';

interface PanelWaitingProps {
  /** How many lines of text the panel will hold, about. */
  lines?: number;
  /** The height of one block in pixels instead of lines: a chart, a large figure. */
  height?: number;
}

/** A panel whose data is on the way: its shape, without its content. */
export function PanelWaiting({ lines = 3, height }: PanelWaitingProps) {
  const { t } = useLingui();
  return (
    <output aria-label={t`Loading`} className={classes['waiting']}>
      {height === undefined ? (
        Array.from({ length: lines }, (_, line) => (
          <Skeleton key={line} component="span" height={14} width={`${92 - ((line * 17) % 40)}%`} radius="sm" />
        ))
      ) : (
        <Skeleton component="span" height={height} radius="md" />
      )}
    </output>
  );
}
