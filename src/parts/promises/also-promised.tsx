import { Plural, Trans } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Handshake } from 'lucide-react';
import { useMemo } from 'react';

import { promises } from '#data/promises.ts';
import { session } from '#data/session.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { openPromisesOf, type OtherPromises, shortWithPromises } from '#stock/promises/open-promises.ts';
import { maxQuantityBy } from '#stock/quantity-breaks.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { useLocale } from '#ui/locale.tsx';

interface AlsoPromisedProps {
  productId: ProductId;
  unit: string | null | undefined;
  /** The result from stock beside which it stands: the quantity asked and its ship date. None without one. */
  beside?: { asked: Thousandths; shipDate: CalendarDate; timeline: StockTimeline } | null;
  /** Order whose own promises don't count. */
  exceptOrder?: string;
}

/** The user's promises, without those of an order; undefined until they are loaded, and while nobody is signed in. */
export function useOtherPromises(exceptOrder?: string): OtherPromises | undefined {
  const { data: isSignedIn = false } = useQuery({ ...session.current(), select: ({ signedIn }) => signedIn });
  const { data } = useQuery({ ...promises.all(), enabled: isSignedIn, staleTime: 60_000 });
  return useMemo(
    () =>
      data && {
        promises: data.promises.filter(({ orderId }) => orderId === undefined || orderId !== exceptOrder),
        today: data.today,
      },
    [data, exceptOrder],
  );
}

/**
 * What the user has promised of the product, how much of it by the ship date beside what can ship by then, and what is
 * missing for the quantity asked on top. It changes no result. Nothing without a promise.
 */
export function AlsoPromised({ productId, unit, beside = null, exceptOrder }: AlsoPromisedProps) {
  const { formatQuantity } = useLocale();
  const others = useOtherPromises(exceptOrder);
  if (others === undefined) return null;
  const { quantity, count, byDay, past } = openPromisesOf(
    others.promises,
    productId,
    others.today,
    beside?.shipDate ?? null,
  );
  if (count + past.count === 0) return null;
  const amountOf = (each: Thousandths) => formatQuantity(each, unit);
  const [amount, pastAmount] = [amountOf(quantity), amountOf(past.quantity)];
  return (
    <Group
      component="p"
      gap={10}
      mt={8}
      fz={14}
      lh="20px"
      align="start"
      c={byDay > 0 ? undefined : 'dimmed'}
      wrap="nowrap"
    >
      <Handshake aria-hidden size={16} style={{ flex: 'none', marginTop: 2 }} />
      <span>
        {count > 0 && (
          <Link to="/promises" search={{ product: productId }}>
            <Trans>
              Also promised: {amount}, <Plural value={count} one="# open" other="# open" />
            </Trans>
          </Link>
        )}
        {count > 0 && past.count > 0 && ' · '}
        {past.count > 0 && (
          <Link to="/promises" search={{ product: productId, show: 'past' }}>
            <Trans>
              Past and not closed: {pastAmount}, <Plural value={past.count} one="# promise" other="# promises" />
            </Trans>
          </Link>
        )}
        {'. '}
        {beside !== null && byDay > 0 && <ByShipDate {...{ beside, byDay, amountOf }} />}
        <Trans>Not deducted here.</Trans>
      </span>
    </Group>
  );
}

interface ByShipDateProps {
  beside: NonNullable<AlsoPromisedProps['beside']>;
  byDay: Thousandths;
  amountOf: (quantity: Thousandths) => string;
}

function ByShipDate({ beside: { asked, shipDate, timeline }, byDay, amountOf }: ByShipDateProps) {
  const { formatDate } = useLocale();
  const short = shortWithPromises({ byDay }, asked, timeline, shipDate);
  const [soon, all] = [amountOf(byDay), amountOf(maxQuantityBy(timeline, shipDate))];
  const [missing, more] = [amountOf(short), amountOf(asked)];
  const date = formatDate(shipDate, 'medium');
  return (
    <>
      <Text component="b" inherit fw={600} c={short > 0 ? 'var(--sh-late)' : undefined}>
        {short > 0 ? (
          <Trans>
            By {date}: {soon} promised, {all} can ship: {missing} short for {more} more.
          </Trans>
        ) : (
          <Trans>
            By {date}: {soon} promised, {all} can ship.
          </Trans>
        )}
      </Text>{' '}
    </>
  );
}
