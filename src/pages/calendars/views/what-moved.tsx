import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { ArrowRightLeft } from 'lucide-react';
import { useMemo, useState } from 'react';

import { useNames } from '#api/products.ts';
import { formatAge, useNow } from '#features/answer/answer-age.tsx';
import { useLocale } from '#ui/locale.tsx';
import { PanelEmpty, PanelWaiting } from '#features/panel.tsx';
import type { ProductId } from '#contract/product-id.ts';
import { type CalendarChange, dateMove, type DateMove } from '#domain/calendars/calendar-change.ts';
import { fromThousandths, type Thousandths } from '#lib/thousandths.ts';

import { useChangeWords } from '#pages/calendars/rows/change-words.ts';

import classes from './what-moved.module.css';

interface WhatMovedProps {
  /** Newest first. */
  changes: readonly CalendarChange[];
  /** They are still being worked out. */
  isPending: boolean;
  wanted: Thousandths | null;
  /** The person has seen what moved in these products. */
  onSeen: (ids: readonly ProductId[]) => void;
}

/** Which calendars moved since somebody last looked at them here: by how many days, by how much, and when that was seen. */
export function WhatMoved({ changes, isPending, wanted, onSeen }: WhatMovedProps) {
  const { t } = useLingui();
  if (isPending) return <PanelWaiting lines={8} />;
  if (changes.length === 0) {
    return (
      <PanelEmpty icon={ArrowRightLeft} title={t`Nothing moved since the last look`}>
        <Trans>
          Every calendar that you look at here is remembered in this browser. Come back after the next update to see
          which ones moved.
        </Trans>
      </PanelEmpty>
    );
  }
  return (
    <>
      <div className={classes.head}>
        <p>
          <Trans>Calendars that moved since they were last seen in this browser, newest first.</Trans>
        </p>
        <Button variant="default" onClick={() => onSeen(changes.map(({ productId }) => productId))}>
          <Trans>Mark all as seen</Trans>
        </Button>
      </div>
      <Changes changes={changes} wanted={wanted} />
    </>
  );
}

/** Which way is which: what went is late, and what came is early. */
const tones: Partial<Record<DateMove, 'earlier' | 'later'>> = {
  earlier: 'earlier',
  later: 'later',
  came: 'earlier',
  went: 'later',
};

/** More rows than these hold up the screen. */
const atOnce = 100;

function Changes({ changes, wanted }: Pick<WhatMovedProps, 'changes' | 'wanted'>) {
  const { t } = useLingui();
  const { locale } = useLocale();
  const now = useNow();
  const words = useChangeWords();
  const [most, setMost] = useState(atOnce);
  const shown = useMemo(() => changes.slice(0, most), [changes, most]);
  const ids = useMemo(() => shown.map(({ productId }) => productId), [shown]);
  const { nameOf } = useNames(ids);
  return (
    <>
      <ul aria-label={t`What moved`} className={classes.list}>
        {shown.map((change) => {
          const { productId, seenBefore, seenNow } = change;
          const { name, unit } = nameOf(productId);
          return (
            <li key={productId} className={classes.row}>
              <Link
                to="/products/$productId"
                params={{ productId }}
                search={{ quantity: wanted === null ? undefined : fromThousandths(wanted) }}
                className={classes.product}
              >
                <bdi className={classes.name}>{name ?? productId}</bdi>
                <span className={classes.codes}>{productId}</span>
              </Link>
              <span className={classes.days} data-tone={tones[dateMove(change)]}>
                {words.date(change)}
              </span>
              <span className={classes.amount}>{words.amount(change, unit) ?? '–'}</span>
              <span className={classes.whole}>{words.whole(change, unit)}</span>
              <span className={classes.when}>
                <Trans>
                  seen {formatAge(seenNow, now, locale)}, before that {formatAge(seenBefore, now, locale)}
                </Trans>
              </span>
            </li>
          );
        })}
      </ul>
      {changes.length > shown.length && (
        <div className={classes.more}>
          <p>
            <Trans>
              {shown.length} of {changes.length} shown
            </Trans>
          </p>
          <Button variant="default" onClick={() => setMost(most + atOnce)}>
            <Trans>Show more</Trans>
          </Button>
        </div>
      )}
    </>
  );
}
