import { Trans } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import { useActiveEntry, useRowKeys, useSelection } from '#parts/grid/grid-state.ts';
import { AlsoPromised } from '#parts/promises/also-promised.tsx';
import { WatchMark } from '#parts/watch/watch-mark.tsx';
import { fromThousandths } from '#stock/thousandths.ts';
import { useOrderWords } from '#orders/order-words.ts';

import { lineNotes, quantityToShip } from './line-view.ts';
import { LineAction, type LineActions } from './order-columns.tsx';
import type { OrderSession } from './order-session.ts';
import styles from './order-columns.module.css';

/**
 * Full notes of the active line, which its cell truncates, and what is promised of its product in other orders. The grid
 * says the problem of the active cell itself.
 */
export function LineDetail(props: {
  lineNumber: (key: number) => number;
  session: LineActions & Pick<OrderSession, 'id' | 'promised' | 'grid'>;
}) {
  const words = useOrderWords();
  const { lineNumber, session } = props;
  const { grid } = session;
  const entry = useActiveEntry(grid);
  const { active } = useSelection(grid);
  const view = entry?.derived;
  const problem = entry && grid.columns[active.column]?.problem?.(entry);
  const notes = view ? lineNotes(entry.row, view, words).filter((note) => note !== problem) : [];
  if (!entry || !view || (notes.length === 0 && view.productId === null)) return null;
  const { shipBy } = entry.row;
  // The ship date is that of the line's quantity plus the lines above it.
  const quantity = view.combined?.quantity ?? quantityToShip(entry.row, view);
  return (
    <p className={styles.detail}>
      <strong>
        <Trans>Line {lineNumber(entry.row.key)}</Trans>
      </strong>{' '}
      {view.product?.name && (
        <>
          <bdi>{view.product.name}</bdi>
          {(notes.length > 0 || quantity !== null) && ' · '}
        </>
      )}
      {notes.join(' · ')} <LineAction entry={entry} words={words} actions={session} />
      {view.productId !== null && quantity !== null && (
        <Link
          to="/"
          search={{
            product: view.productId,
            quantity: fromThousandths(quantity),
            shipBy: shipBy ?? undefined,
            order: session.promised.size > 0 ? session.id : undefined,
          }}
        >
          <Trans>Open in Availability</Trans>
        </Link>
      )}
      {view.productId !== null && (
        <>
          <WatchMark productId={view.productId} quantity={quantity} />{' '}
          <AlsoPromised productId={view.productId} unit={view.product?.unit} exceptOrder={session.id} />
        </>
      )}
    </p>
  );
}

/** Returns the number of a line by its key, from 1, in unsorted order. */
export function useLineNumber(lines: OrderSession['lines']): (key: number) => number {
  const keys = useRowKeys(lines);
  return useMemo(() => (key: number) => keys.indexOf(key) + 1, [keys]);
}
