import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';

import { useNames } from '#api/products.ts';
import { useLocale } from '#ui/locale.tsx';
import type { ProductId } from '#contract/product-id.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';
import { oldestUpdate, type OldestUpdate } from '#domain/calendars/oldest-update.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';

import classes from './oldest-update.module.css';
import { idsOf, useEveryUpdate } from './use-every-update.ts';

interface OldestUpdateFigureProps {
  /** Everything that was loaded. */
  products: readonly ListedProduct[];
  /** Those of them on screen that have a calendar: undefined while the date is on the way, null where there is none. */
  rows: readonly { productId: ProductId; lastUpdateDate: CalendarDate | null | undefined }[];
}

/**
 * How old the oldest stock figure is. The service tells updates a product at a time, so they are known of the page on screen; of
 * all products they are asked for by a button.
 */
export function OldestUpdateFigure({ products, rows }: OldestUpdateFigureProps) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const { phase, dates, done, unanswered, ask, cancel } = useEveryUpdate(products);
  const count = useMemo(() => idsOf(products).length, [products]);
  const isEvery = phase === 'asked';
  const known = rows.flatMap(({ productId, lastUpdateDate }) =>
    lastUpdateDate ? [[productId, lastUpdateDate] as const] : [],
  );
  const isComing = !isEvery && known.length === 0 && rows.some(({ lastUpdateDate }) => lastUpdateDate === undefined);
  const oldest = oldestUpdate(isEvery ? dates : known);
  const notGiven = count - dates.size - unanswered;
  const isOnScreen = !isEvery && count === rows.length;

  return (
    <section aria-label={t`Oldest update`} className={classes.figure}>
      <h3 className={classes.name}>
        <Trans>Oldest update</Trans>
      </h3>
      <p className={classes.value}>{isComing ? <span className={classes.coming} /> : <Value oldest={oldest} />}</p>
      <p aria-live="polite" tabIndex={-1} data-focus-heir={phase !== 'idle'} className={classes.scope}>
        {phase === 'asking' ? (
          <Trans>
            {formatCount(done)} of {formatCount(count)} products asked
          </Trans>
        ) : isEvery || isOnScreen ? (
          <Plural value={count} one="of # product" other="of # products" />
        ) : (
          <Plural value={rows.length} one="of the # product on this page" other="of the # products on this page" />
        )}
        {isEvery && notGiven > 0 && (
          <>
            {'; '}
            <Plural value={notGiven} one="the service gives none for #" other="the service gives none for #" />
          </>
        )}
        {isEvery && unanswered > 0 && (
          <>
            {'; '}
            <Plural value={unanswered} one="# got no answer" other="# got no answer" />
          </>
        )}
      </p>
      {phase === 'asking' ? (
        <Button key="cancel" variant="default" onClick={cancel}>
          <Trans>Cancel</Trans>
        </Button>
      ) : (
        ((!isEvery && !isOnScreen) || unanswered > 0) && (
          <Button key="ask" variant="default" onClick={ask}>
            <Plural value={count} one="Find the oldest of # product" other="Find the oldest of # products" />
          </Button>
        )
      )}
    </section>
  );
}

function Value({ oldest }: { oldest: OldestUpdate | null }) {
  const { formatDate, formatFromToday } = useLocale();
  const productId = oldest?.productId;
  const ids = useMemo(() => (productId === undefined ? [] : [productId]), [productId]);
  const { nameOf } = useNames(ids);
  if (oldest === null || productId === undefined) return <Trans>not given</Trans>;
  const { date, others } = oldest;
  return (
    <>
      <time dateTime={date}>{formatDate(date, 'medium')}</time>{' '}
      <span className={classes.ago}>{formatFromToday(date)}</span>{' '}
      <span className={classes.product}>
        <Link to="/products/$productId" params={{ productId }}>
          <bdi>{nameOf(productId).name ?? productId}</bdi>
        </Link>
        {others > 0 && (
          <>
            {' '}
            <Plural value={others} one="and # other" other="and # others" />
          </>
        )}
      </span>
    </>
  );
}
