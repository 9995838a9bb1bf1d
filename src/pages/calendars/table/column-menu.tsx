import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { ArrowDown, ArrowUp, Columns3 } from 'lucide-react';

import { IconButton } from '#ui/icon-button.tsx';
import { useDropdown } from '#ui/use-dropdown.ts';

import { moveColumn, toggleColumn, type ColumnLayout } from './column-layout.ts';
import classes from './column-menu.module.css';

interface ColumnMenuProps {
  /** Every column, in any order. */
  names: readonly { id: string; name: string }[];
  layout: ColumnLayout;
  onLayout: (next: (layout: ColumnLayout) => ColumnLayout) => void;
}

/** Which columns show, and in what order; this browser remembers it. */
export function ColumnMenu({ names, layout, onLayout }: ColumnMenuProps) {
  const { t } = useLingui();
  const { opened, toggle, button, around } = useDropdown();
  const columns = layout.order.flatMap((id) => names.find((each) => each.id === id) ?? []);
  const shown = columns.filter(({ id }) => !layout.hidden.includes(id)).length;

  return (
    <div {...around} className={classes.menu}>
      <Button
        ref={button}
        variant="default"
        aria-expanded={opened}
        leftSection={<Columns3 aria-hidden size={18} />}
        onClick={toggle}
      >
        <Trans>Columns</Trans>
      </Button>
      {opened && (
        <div className={classes.panel}>
          <ul aria-label={t`Columns of the table`} className={classes.list}>
            {columns.map(({ id, name }, index) => (
              <li key={id} className={classes.column}>
                <label className={classes.label}>
                  <input
                    type="checkbox"
                    checked={!layout.hidden.includes(id)}
                    // A table without a column would have no way to get one back.
                    disabled={shown === 1 && !layout.hidden.includes(id)}
                    onChange={() => onLayout((before) => toggleColumn(before, id))}
                  />
                  {name}
                </label>
                <IconButton
                  size="s"
                  label={t`Move ${name} towards the start`}
                  Icon={ArrowUp}
                  disabled={index === 0}
                  onClick={() => onLayout((before) => moveColumn(before, id, -1))}
                />
                <IconButton
                  size="s"
                  label={t`Move ${name} towards the end`}
                  Icon={ArrowDown}
                  disabled={index === columns.length - 1}
                  onClick={() => onLayout((before) => moveColumn(before, id, 1))}
                />
              </li>
            ))}
          </ul>
          <button
            type="button"
            className={classes.reset}
            onClick={() => onLayout(() => ({ order: [], hidden: [], widths: {} }))}
          >
            <Trans>Back to the usual columns</Trans>
          </button>
        </div>
      )}
    </div>
  );
}
