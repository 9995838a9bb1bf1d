import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { ChartSpline, X } from 'lucide-react';

import { IconButton } from '#ui/icon-button.tsx';

import classes from './selection-bar.module.css';

interface SelectionBarProps {
  count: number;
  onCompare: () => void;
  onClear: () => void;
}

/** How many products are ticked, on whatever page, and what can be done with them. */
export function SelectionBar({ count, onCompare, onClear }: SelectionBarProps) {
  const { t } = useLingui();
  return (
    <div className={classes.bar} tabIndex={-1} data-focus-heir="own">
      {count > 0 && (
        <>
          <output className={classes.count}>
            <Plural value={count} one="# selected" other="# selected" />
          </output>
          <IconButton size="s" label={t`Clear the selection`} Icon={X} onClick={onClear} />
        </>
      )}
      <Button
        variant="default"
        leftSection={<ChartSpline aria-hidden size={18} />}
        title={count === 0 ? t`Select up to 10 products to compare them` : undefined}
        onClick={onCompare}
      >
        <Trans>Compare</Trans>
      </Button>
    </div>
  );
}
