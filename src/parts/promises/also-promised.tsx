import { Plural, Trans } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Handshake } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';

import { promises } from '#data/promises.ts';
import { session } from '#data/session.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { KeptPromise } from '#stock/contract/promises.ts';
import type { Offer } from '#stock/offers.ts';
import {
  type Balance,
  balanceWithPromises,
  claimsBeside,
  freeOffer,
  type Need,
  openPromisesOf,
  type OtherPromises,
} from '#stock/promises/open-promises.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { OfferWords } from '#parts/result/offer-words.tsx';
import { useWording } from '#parts/result/wording.ts';
import { useLocale } from '#ui/locale.tsx';

interface AlsoPromisedProps {
  productId: ProductId;
  unit: string | null | undefined;
  /**
   * The result from stock beside which it stands: the quantity asked, its ship date and, if it is promised itself, for which
   * day. None without one.
   */
  beside?: (Asked & { promisedFor?: CalendarDate | null }) | null;
  /** Order whose own promises don't count. */
  exceptOrder?: string | undefined;
  /** Whether the headline says what is short, and what can be promised instead. */
  isInHeadline?: boolean;
}

/** The user's promises, without those of an order; undefined until they are loaded, and while nobody is signed in. */
export function useOtherPromises(exceptOrder?: string): OtherPromises | undefined {
  const { data: isSignedIn = false } = useQuery({ ...session.current(), select: ({ signedIn }) => signedIn });
  const { data } = useQuery({ ...promises.all(), enabled: isSignedIn, staleTime: 60_000 });
  return useMemo(
    () =>
      data && {
        promises: withoutOrder(data.promises, exceptOrder),
        today: data.today,
      },
    [data, exceptOrder],
  );
}

/** A quantity from stock on its ship date, the date from which a part may ship if that is earlier, and the product's calendar. */
export type Asked = Need & { partFrom?: CalendarDate; timeline: StockTimeline };

/**
 * Returns the balance of the day on which most is missing beside what is promised, and what can be promised instead: null if
 * nothing can, undefined if all of it can.
 */
function besidePromises(
  claims: readonly Need[],
  asked: Asked,
): { balance: Balance | null; free: Offer | null | undefined } {
  const balance = balanceWithPromises(claims, [asked], asked.timeline);
  return { balance, free: balance?.missing ? freeOffer(claims, asked.timeline, asked) : undefined };
}

/**
 * Returns what other promises leave of a quantity of a product: null if nothing, undefined if all of it, also if they can't
 * be loaded.
 */
export async function offerBesidePromises(
  client: QueryClient,
  { productId, ...asked }: Asked & { productId: ProductId },
  exceptOrder?: string,
): Promise<Offer | null | undefined> {
  const kept = await client.ensureQueryData(promises.all()).catch(() => undefined);
  if (kept === undefined) return undefined;
  const { needs } = openPromisesOf(withoutOrder(kept.promises, exceptOrder), productId, kept.today);
  return besidePromises(needs, asked).free;
}

function withoutOrder(all: readonly KeptPromise[], exceptOrder: string | undefined): KeptPromise[] {
  return all.filter(({ orderId }) => orderId === undefined || orderId !== exceptOrder);
}

/** What is promised of the product, and what it leaves of the quantity asked; null until it is loaded. */
function useAlsoPromised({ productId, beside = null, exceptOrder }: Omit<AlsoPromisedProps, 'unit' | 'isInHeadline'>) {
  const others = useOtherPromises(exceptOrder);
  if (others === undefined) return null;
  const { needs, ...sums } = openPromisesOf(others.promises, productId, others.today);
  const claims = claimsBeside(needs, beside?.promisedFor ?? null);
  return { ...sums, ...(beside ? besidePromises(claims, beside) : { balance: null, free: undefined }) };
}

interface ShortWithOthersProps extends Omit<AlsoPromisedProps, 'isInHeadline'> {
  shipBy: CalendarDate | null;
  /** The result for the ship-by date: one that is on time is left out if what can still be promised isn't. */
  children: ReactNode;
  isLate: boolean;
}

/** What is missing for the quantity asked beside what is promised already; for the headline. */
export function ShortWithOthers({ unit, shipBy, isLate, children, ...asked }: ShortWithOthersProps) {
  const { formatQuantity } = useLocale();
  const { balance, free } = useAlsoPromised(asked) ?? {};
  if (!balance?.missing) return children;
  const missing = formatQuantity(balance.missing, unit);
  const isOnTime = free?.kind === 'complete' && shipBy !== null && free.stockResult.date <= shipBy;
  return (
    <>
      <Group component="span" gap={6} wrap="nowrap" c="var(--sh-late)" fw={600} data-short>
        <Handshake size={18} aria-hidden style={{ flex: 'none' }} />
        <span>
          <Trans>{missing} short with open promises</Trans>
        </span>
      </Group>
      {(isLate || isOnTime) && children}
    </>
  );
}

/** What can be promised of a quantity that is short with other promises; nothing if none is. */
export function StillPromised(props: Omit<AlsoPromisedProps, 'unit'> & { render: (offer: Offer) => ReactNode }) {
  const { free } = useAlsoPromised(props) ?? {};
  return free && props.render(free);
}

/**
 * What the user has promised of the product, how much of it by the ship date beside what can ship by then, what is missing
 * for the quantity asked on top, and what can be promised instead. It changes no result. Nothing without a promise.
 */
export function AlsoPromised({ productId, unit, beside = null, exceptOrder, isInHeadline = false }: AlsoPromisedProps) {
  const wording = useWording(unit ?? null);
  const { formatQuantity } = wording;
  const promised = useAlsoPromised({ productId, beside, exceptOrder });
  if (promised === null) return null;
  const { quantity, count, past, balance, free } = promised;
  if (count + past.count === 0) return null;
  const [amount, pastAmount] = [formatQuantity(quantity), formatQuantity(past.quantity)];
  return (
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
        {balance && <BalanceSentence {...{ balance, unit }} isQuiet={isInHeadline} />}{' '}
        {free === null && <Trans>Nothing more can be promised.</Trans>}
        {beside && free && !isInHeadline && (
          <>
            <Trans>Can still be promised:</Trans> <OfferWords offer={free} needed={beside.quantity} wording={wording} />
            .
          </>
        )}{' '}
        {count > 0 && <Trans>Not deducted here.</Trans>}
      </span>
    </Group>
  );
}

/** What is promised by a day beside what can ship by then, and what is missing for what is asked on top. */
export function BalanceSentence(props: { balance: Balance; unit: string | null | undefined; isQuiet?: boolean }) {
  const { balance, unit, isQuiet = false } = props;
  const { formatDate, formatQuantity } = useLocale();
  const amountOf = (quantity: Thousandths) => formatQuantity(quantity, unit);
  const [promised, all] = [amountOf(balance.promised), amountOf(balance.canShip)];
  const [missing, more] = [amountOf(balance.missing), amountOf(balance.asked)];
  const date = formatDate(balance.date, 'medium');
  const isShort = balance.missing > 0;
  return (
    <Text component="b" inherit fw={600} c={isShort && !isQuiet ? 'var(--sh-late)' : undefined}>
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
