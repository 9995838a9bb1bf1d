import { Plural, Trans } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Handshake } from 'lucide-react';
import { type ComponentProps, type ReactNode, useMemo } from 'react';

import { promises } from '#data/promises.ts';
import { session } from '#data/session.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
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
  beside?: (Need & { timeline: StockTimeline; promisedFor?: CalendarDate | null }) | null;
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

/** A quantity of a product on a date, and the product's calendar. */
interface Asked extends Need {
  productId: ProductId;
  timeline: StockTimeline;
}

/** What can be promised instead of a quantity: null if nothing can, undefined if all of it can. */
export interface OffersBesidePromises {
  free: Offer | null | undefined;
  /** The same if the goods of past promises have yet to ship; undefined also if these change nothing. */
  ifOwed: Offer | null | undefined;
}

/** Returns what other promises leave of a quantity, all of it if they can't be loaded. */
export async function offersBesidePromises(
  client: QueryClient,
  asked: Asked,
  exceptOrder?: string,
): Promise<OffersBesidePromises> {
  const kept = await client.ensureQueryData(promises.all()).catch(() => undefined);
  const others = kept?.promises.filter(({ orderId }) => orderId === undefined || orderId !== exceptOrder) ?? [];
  const { needs, past } = openPromisesOf(others, asked.productId, kept?.today ?? asked.timeline.today);
  const owed = [...needs, ...past.needs];
  const missing = (claims: readonly Need[]) => balanceWithPromises(claims, [asked], asked.timeline)?.missing ?? 0;
  const offer = (claims: readonly Need[]) => freeOffer(claims, asked.timeline, asked);
  return {
    free: missing(needs) > 0 ? offer(needs) : undefined,
    ifOwed: missing(owed) > missing(needs) ? offer(owed) : undefined,
  };
}

/**
 * What the user has promised of the product, how much of it by the ship date beside what can ship by then, what is missing
 * for the quantity asked on top, and what can be promised instead. It changes no result. Nothing without a promise.
 */
export function AlsoPromised({ productId, unit, beside = null, exceptOrder, renderOffer }: AlsoPromisedProps) {
  const wording = useWording(unit ?? null);
  const { formatQuantity } = wording;
  const others = useOtherPromises(exceptOrder);
  if (others === undefined) return null;
  const { quantity, count, needs, past } = openPromisesOf(others.promises, productId, others.today);
  if (count + past.count === 0) return null;
  const claims = claimsBeside(needs, beside?.promisedFor ?? null);
  const balance = beside && balanceWithPromises(claims, [beside], beside.timeline);
  const isShort = balance !== null && balance.missing > 0;
  const offer = isShort && beside ? freeOffer(claims, beside.timeline, beside) : null;
  const owed = [...claims, ...past.needs];
  const ifOwed = beside && past.count > 0 ? balanceWithPromises(owed, [beside], beside.timeline) : null;
  const [amount, pastAmount] = [formatQuantity(quantity), formatQuantity(past.quantity)];
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
        {balance && <BalanceSentence {...{ balance, unit }} />}{' '}
        {isShort && offer === null && <Trans>Nothing more can be promised.</Trans>}
        {beside && offer && !renderOffer && (
          <>
            <Trans>Can still be promised:</Trans> <OfferWords {...{ offer, wording }} needed={beside.quantity} />.
          </>
        )}{' '}
        {beside && ifOwed && ifOwed.missing > (balance?.missing ?? 0) && (
          <IfOwed offer={freeOffer(owed, beside.timeline, beside)} needed={beside.quantity} wording={wording} />
        )}{' '}
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

/** What can be promised if the goods of past promises have yet to ship. */
function IfOwed({
  offer,
  ...of
}: Pick<ComponentProps<typeof OfferWords>, 'needed' | 'wording'> & { offer: Offer | null }) {
  return (
    <Text component="b" inherit fw={600} c="var(--sh-late)">
      {offer === null ? (
        <Trans>If these are still to ship, nothing more can be promised.</Trans>
      ) : (
        <Trans>
          If these are still to ship, can be promised: <OfferWords {...of} offer={offer} />.
        </Trans>
      )}
    </Text>
  );
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
