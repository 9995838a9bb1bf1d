import { Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { ListFilter, ListRestart, type LucideIcon, Rows3, X } from 'lucide-react';
import { useSelector } from '@tanstack/react-store';
import type { ComponentProps } from 'react';

import { LinkButton } from '#ui/link-button.tsx';

import { rangeOf, sizeOf } from './cell-range.ts';
import { useGrid } from './grid-context.ts';
import { messageText, sizeText } from './grid-message.ts';
import { useEntry, useHistory, useSelection, useView } from './grid-state.ts';
import type { ShownRows } from './grid-view.ts';
import classes from './grid.module.css';

interface GridFooterProps {
  hintId: string;
  onRows: (button: HTMLElement) => void;
  onColumn: (column: number) => void;
}

/** Last message or problem of the active cell, size of the selection, and how to leave the grid by keyboard. */
export function GridFooter({ hintId, onRows, onColumn }: GridFooterProps) {
  const { t, i18n } = useLingui();
  const { session, columns, isCard } = useGrid();
  const { undo } = useHistory(session.store);
  const said = useSelector(session.lastMessage);
  const selected = useSelection(session);
  const size = sizeOf(rangeOf(selected));
  const key = session.keyAt(selected.active.row);
  const entry = useEntry(session, key);
  const problem = entry ? (columns[selected.active.column]?.problem?.(entry) ?? null) : null;

  // A message about one cell doesn't apply to the next.
  const message = said?.of === selected.active ? said.message : null;

  return (
    <Group gap="4px 16px" flex="none" wrap="nowrap" className={classes['footer']}>
      <output className={classes['status']} data-problem={problem !== null || undefined}>
        {problem ?? (message && messageText(i18n, message))}
      </output>
      {/* Beside cards, the page has no room for it here. */}
      {!isCard && message?.kind === 'rows-deleted' && undo !== null && (
        <LinkButton aria-label={t`Undo: ${messageText(i18n, message)}`} onClick={() => session.store.undo()}>
          <Trans>Undo</Trans>
        </LinkButton>
      )}
      <span id={hintId} className={classes['hint']}>
        <Trans>
          Press <kbd>Esc</kbd>, then <kbd>Tab</kbd> to leave the table
        </Trans>
      </span>
      {(size.rows > 1 || size.columns > 1) && <span className={classes['size']}>{sizeText(i18n, size)}</span>}
      {/* Cards have no column headings with these actions. */}
      {isCard && (
        <BarButton color="gray" Icon={ListFilter} data-columns aria-haspopup="dialog" onClick={() => onColumn(0)}>
          <Trans>Sort and filter</Trans>
        </BarButton>
      )}
      <BarButton color="gray" Icon={Rows3} aria-haspopup="menu" onClick={(event) => onRows(event.currentTarget)}>
        <Trans>Rows</Trans>
      </BarButton>
    </Group>
  );
}

/** Active filters with actions to clear or reapply them. Hidden if all rows are displayed in their original order. */
export function ViewBar({ onShow }: { onShow: (shown: ShownRows) => void }) {
  const { i18n } = useLingui();
  const { session, columns } = useGrid();
  const { view, store } = session;
  const { keys, filters, sorting, isStale } = useView(session, (state) => state);
  const total = store.getKeys().length;
  if (filters.size === 0 && !isStale) return null;
  const names = columns.filter(({ id }) => filters.has(id)).map(({ header }) => header);

  return (
    <Group gap="4px 16px" flex="none" className={classes['bar']}>
      {filters.size > 0 && (
        <span>
          <Trans>
            {i18n.number(keys.length)} of {i18n.number(total)} rows
          </Trans>
          <Text span inherit c="dimmed" ms={10}>
            {new Intl.ListFormat(i18n.locale).format(names)}
          </Text>
        </span>
      )}
      {isStale && (
        <BarButton Icon={ListRestart} onClick={() => view.reapply()}>
          {filters.size > 0 ? <Trans>Reapply filter</Trans> : <Trans>Reapply sort</Trans>}
        </BarButton>
      )}
      {filters.size > 0 && (
        <BarButton Icon={X} onClick={() => onShow({ sorting, filters: new Map() })}>
          <Trans>Clear filters</Trans>
        </BarButton>
      )}
    </Group>
  );
}

function BarButton({ Icon, ...props }: ComponentProps<typeof Button<'button'>> & { Icon: LucideIcon }) {
  const icon = <Icon aria-hidden size={16} />;
  return <Button variant="subtle" size="compact-sm" className={classes['button']} leftSection={icon} {...props} />;
}
