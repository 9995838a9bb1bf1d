import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Handshake } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';

import { promises } from '#data/promises.ts';
import { session } from '#data/session.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { Offer } from '#stock/offers.ts';
import {
  type Balance,
  balanceWithPromises,
  type FreeOffer,
  freeOffers,
  type Need,
  openPromisesOf,
  type OtherPromises,
} from '#stock/promises/open-promises.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { useLocale } from '#ui/locale.tsx';

interface AlsoPromisedProps {
  productId: ProductId;
  unit: string | null | undefined;
  /** The result from stock beside which it stands: the quantity asked and its ship date. None without one. */
  beside?: (Need & { timeline: StockTimeline }) | null;
  /** Order whose own promises don't count. */
  exceptOrder?: string | undefined;
  /** Shows what can be promised instead of a quantity that is short, in place of a sentence. */
  renderOffer?: ((offer: Offer) => ReactNode) | undefined;
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
 * What the user has promised of the product, how much of it by the ship date beside what can ship by then, what is missing
 * for the quantity asked on top, and what can be promised instead. It changes no result. Nothing without a promise.
 */
export function AlsoPromised({ productId, unit, beside = null, exceptOrder, renderOffer }: AlsoPromisedProps) {
  const { formatQuantity } = useLocale();
  const others = useOtherPromises(exceptOrder);
  if (others === undefined) return null;
  const { quantity, count, needs, past } = openPromisesOf(others.promises, productId, others.today);
  if (count + past.count === 0) return null;
  const balance = beside && balanceWithPromises(needs, [beside], beside.timeline);
  const amountOf = (each: Thousandths) => formatQuantity(each, unit);
  const [amount, pastAmount] = [amountOf(quantity), amountOf(past.quantity)];
  const free = beside && balance !== null && balance.missing > 0 ? freeOffers(needs, beside.timeline, beside) : null;
  const offer = beside && free && renderOffer && offerOf(free, beside.quantity, beside.timeline.today);
  const line = (
    <Group
      component="p"
      gap={10}
      mt={8}
      fz={14}
      lh="20px"
      align="start"
      c={balance === null ? 'dimmed' : undefined}
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
        {balance && <BalanceSentence {...{ balance, unit }} />} {free && !offer && <FreeSentence {...{ free, unit }} />}{' '}
        <Trans>Not deducted here.</Trans>
      </span>
    </Group>
  );
  return (
    <>
      {line}
      {offer && renderOffer?.(offer)}
    </>
  );
}

/** All of a quantity with what is free of it before, or only that; null if nothing is free. */
function offerOf(free: readonly FreeOffer[], quantity: Thousandths, today: CalendarDate): Offer | null {
  const whole = free.find((each) => each.quantity === quantity);
  const part = free.find((each) => each !== whole) ?? null;
  const last = whole ?? part;
  if (last === null) return null;
  const kind = last.isMaxLeadTime ? 'max-lead-time' : last.date <= today ? 'in-stock' : 'expected';
  const stockResult = { kind, date: last.date } as const;
  if (whole === undefined) return { kind: 'smaller', quantity: last.quantity, stockResult, part: null };
  return { kind: part ? 'split' : 'complete', quantity, stockResult, part };
}

/** What is promised by a day beside what can ship by then, and what is missing for what is asked on top. */
export function BalanceSentence({ balance, unit }: { balance: Balance; unit: string | null | undefined }) {
  const { formatDate, formatQuantity } = useLocale();
  const amountOf = (quantity: Thousandths) => formatQuantity(quantity, unit);
  const [promised, all] = [amountOf(balance.promised), amountOf(balance.canShip)];
  const [missing, more] = [amountOf(balance.missing), amountOf(balance.asked)];
  const date = formatDate(balance.date, 'medium');
  const isShort = balance.missing > 0;
  return (
    <Text component="b" inherit fw={600} c={isShort ? 'var(--sh-late)' : undefined}>
      {isShort && balance.asked > 0 ? (
        <Trans>
          By {date}: {promised} promised, {all} can ship: {missing} short for {more} more.
        </Trans>
      ) : (
        <Trans>
          By {date}: {promised} promised, {all} can ship.
        </Trans>
      )}
    </Text>
  );
}

/** What can be promised instead: a part on the ship date, and all of it on a later one. */
function FreeSentence({ free: offers, unit }: { free: readonly FreeOffer[]; unit: string | null | undefined }) {
  const { t } = useLingui();
  const { formatDate, formatQuantity } = useLocale();
  const words = offers.map(({ quantity, date: day, isMaxLeadTime }) => {
    const [amount, date] = [formatQuantity(quantity, unit), formatDate(day, 'medium')];
    return isMaxLeadTime ? t`${amount} on ${date} at max lead time` : t`${amount} on ${date}`;
  });
  if (words.length === 0) return <Trans>Nothing more can be promised.</Trans>;
  const free = words.join(', ');
  return <Trans>Can still be promised: {free}.</Trans>;
}
