import '@mantine/core/styles/Checkbox.css';
import '@mantine/core/styles/InlineInput.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Checkbox, Group, Stack } from '@mantine/core';
import { ArrowDown, ArrowUp } from 'lucide-react';

import { IconButton } from '#ui/icon-button.tsx';
import { LinkButton } from '#ui/link-button.tsx';
import { type OpenedPanel, PopoverPanel } from '#ui/popover-panel.tsx';

import { useColumnNames } from './columns.tsx';
import type { Listing } from './use-listing.ts';

/** Events outside the menu that close it, including focus moved by Tab. */
const outsideEvents = ['mousedown', 'touchstart', 'focusin'];

/** Popover to show, hide and reorder table columns. Its code is loaded when it first opens. */
export function ColumnList({ listing, ...panel }: { listing: Listing } & OpenedPanel) {
  const { t } = useLingui();
  const { table, quantity, resetLayout } = listing;
  const names = useColumnNames(quantity);
  const columns = table.getAllLeafColumns().filter((column) => column.getCanHide());
  const shown = columns.filter((column) => column.getIsVisible()).length;
  const ids = columns.map(({ id }) => id);
  const move = (from: number, to: number) => {
    const moved = ids[from];
    if (moved !== undefined) table.setColumnOrder(ids.toSpliced(from, 1).toSpliced(to, 0, moved));
  };

  return (
    <PopoverPanel
      {...panel}
      label={t`Columns`}
      width={304}
      trapFocus={false}
      withinPortal={false}
      clickOutsideEvents={outsideEvents}
    >
      <Stack
        component="ul"
        aria-label={t`Columns of the table`}
        gap={0}
        mah="min(30rem, 65dvh)"
        style={{ overflowY: 'auto' }}
      >
        {columns.map((column, index) => {
          const name = names[column.id] ?? column.id;
          return (
            <Group component="li" key={column.id} gap={0} wrap="nowrap">
              <Checkbox
                flex={1}
                label={name}
                checked={column.getIsVisible()}
                // At least one column stays visible.
                disabled={shown === 1 && column.getIsVisible()}
                onChange={column.getToggleVisibilityHandler()}
              />
              <IconButton
                size="s"
                label={t`Move ${name} up`}
                Icon={ArrowUp}
                disabled={index === 0}
                onClick={() => move(index, index - 1)}
              />
              <IconButton
                size="s"
                label={t`Move ${name} down`}
                Icon={ArrowDown}
                disabled={index === columns.length - 1}
                onClick={() => move(index, index + 1)}
              />
            </Group>
          );
        })}
      </Stack>
      <LinkButton onClick={resetLayout}>
        <Trans>Reset columns</Trans>
      </LinkButton>
    </PopoverPanel>
  );
}
