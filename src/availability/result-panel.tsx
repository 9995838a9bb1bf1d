import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Skeleton, Stack, Text, Title, VisuallyHidden } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useSearch } from '@tanstack/react-router';
import { CalendarCheck, CalendarX, Mail, Share2 } from 'lucide-react';
import { lazy, type ReactNode, type Ref, type RefObject, Suspense, useRef, useState } from 'react';

import { ResultAge } from '#parts/result/result-age.tsx';
import { ResultNotes, OutdatedNote, StaleNote } from '#parts/result/result-notes.tsx';
import { ResultHeadline, ResultRegion, NoStockData, NotReliable } from '#parts/result/result-region.tsx';
import type { ProductAvailability } from '#parts/result/use-availability.ts';
import { productWords, type Wording } from '#parts/result/wording.ts';
import {
  ColleagueCopyButton,
  CustomerCopy,
  CustomerCopyButton,
  CustomerLanguage,
  useCustomerLanguage,
} from '#parts/export/customer-copy.tsx';
import type { ToCopy } from '#parts/export/copy-button.tsx';
import type { CopiedContent } from '#parts/export/copy-to-clipboard.ts';
import type { CustomerWords } from '#parts/export/customer-text.ts';
import { useTransitDays } from '#parts/transit-days.ts';
import { StatusMessage, useStatusMessage } from '#parts/export/toolbar-button.tsx';
import { useTold } from '#parts/promises/use-told.tsx';
import { OfferWords } from '#parts/result/offer-words.tsx';
import { AddToOrderButton } from '#parts/saved-orders/add-to-order-button.tsx';
import { PanelError } from '#parts/panel.tsx';
import { type RecentLookup, rememberedWords } from '#parts/recent-lookups.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { useIsNarrow } from '#ui/use-is-narrow.ts';
import type { StockResult } from '#stock/stock-result.ts';
import { type CalendarDate, later } from '#stock/calendar-date.ts';
import { deliveryEstimate } from '#stock/delivery-estimate.ts';
import { type Offer, offersFor } from '#stock/offers.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { formatMomentNear } from '#stock/locale-date.ts';

import { AvailabilityExport } from './availability-export.tsx';
import classes from './availability.module.css';
import { colleagueText, customerText, offerText } from './copied-result.ts';
import { Offers } from './offers.tsx';
import { shipByWords, type ShipByWords } from './ship-by-result.ts';
import type { AvailabilityQuery } from './availability-query.ts';
import { useEarlierLookup } from './recent-panel.tsx';

// Not part of the first load.
const ActionMenu = lazy(async () => ({ default: (await import('#ui/action-menu.tsx')).ActionMenu }));
const AlsoPromised = lazy(async () => ({ default: (await import('#parts/promises/also-promised.tsx')).AlsoPromised }));
const WatchMark = lazy(async () => ({ default: (await import('#parts/watch/watch-mark.tsx')).WatchMark }));
const WatchButton = lazy(async () => ({ default: (await import('#parts/watch/watch-button.tsx')).WatchButton }));

interface ResultPanelProps {
  result: ProductAvailability;
  query: AvailabilityQuery;
  /** Whether a recent lookup is of the same product, quantity and ship-by date. */
  isSameQuery: (lookup: RecentLookup) => boolean;
  onCheck: (quantity: Thousandths) => void;
  /** Contains the chart. */
  chartRef: RefObject<Element | null>;
  ref: Ref<HTMLElement>;
}

export function ResultPanel({ result, query, isSameQuery, onCheck, chartRef, ref }: ResultPanelProps) {
  const { stockResult, unreliable, hasNoStockData, error, wording, timeline, earlier, outdatedDay } = result;
  const { quantity, shipBy } = query;
  const actions = <AvailabilityExport {...{ query, chartRef }} />;
  if (stockResult === null && unreliable === null && !hasNoStockData) {
    if (error === null || result.isFetching) return <ResultRegion ref={ref} headline={<ResultSkeleton />} />;
    return (
      <ResultRegion ref={ref} headline={<PanelError error={error} onRetry={result.refresh} />}>
        <EarlierResult isSameQuery={isSameQuery} wording={wording} />
        <Group justify="center" mb={12}>
          {actions}
        </Group>
      </ResultRegion>
    );
  }
  const outdated = outdatedDay !== null && <OutdatedNote day={outdatedDay} onRecheck={result.refresh} />;
  const isStale = result.isStale && result.receivedAt !== null;
  // What isn't current is no offer.
  const isOffered = stockResult !== null && timeline !== null && !isStale && outdatedDay === null;
  const offers = isOffered ? offersFor(timeline, quantity, stockResult, shipBy) : [];
  const footer = <ResultFooter {...{ result, query, stockResult, offers, actions }} />;
  if (stockResult === null) {
    return (
      <ResultRegion
        ref={ref}
        kind={unreliable === null ? 'not-available' : 'not-trusted'}
        isOutdated={outdatedDay !== null}
        headline={
          <>
            <ProductLine result={result} />
            {unreliable === null ? <NoStockData /> : <NotReliable reason={unreliable} {...{ quantity, wording }} />}
          </>
        }
      >
        {outdated}
        {footer}
      </ResultRegion>
    );
  }
  const shipByResult = shipByWords(result, query, stockResult);
  return (
    <ResultRegion
      ref={ref}
      kind={stockResult.kind}
      isOutdated={outdatedDay !== null}
      headline={
        <>
          <ProductLine result={result} />
          <ResultHeadline
            {...{ stockResult, quantity, wording }}
            onTime={shipByResult?.onTime ?? null}
            shipByResult={shipByResult && <ShipByResult shipByResult={shipByResult} />}
          />
        </>
      }
    >
      {outdated}
      {isStale && result.receivedAt !== null && <StaleNote receivedAt={result.receivedAt} />}
      {stockResult.kind !== 'not-available' && <EstimatedDelivery date={stockResult.date} wording={wording} />}
      <Offers key={`${query.productId} ${quantity} ${shipBy}`} {...{ result, offers, onCheck }} needed={quantity} />
      <ResultNotes
        {...{ stockResult, quantity, timeline, earlier, wording, onCheck }}
        part={offers.find(({ part }) => part !== null)?.part ?? null}
      />
      {footer}
    </ResultRegion>
  );
}

/** A product without a quantity: what it is, and the actions for its calendar. */
export function ProductCard(props: { result: ProductAvailability; actions: ReactNode; ref: Ref<HTMLDivElement> }) {
  const { result, actions, ref } = props;
  const { outdatedDay } = result;
  return (
    <div ref={ref} tabIndex={-1} className={classes.card}>
      <ProductLine result={result} />
      {outdatedDay !== null && <OutdatedNote day={outdatedDay} onRecheck={result.refresh} />}
      {result.isStale && result.receivedAt !== null && <StaleNote receivedAt={result.receivedAt} />}
      <Group gap={8} mt={6} align="flex-start" className={classes.actions}>
        <AddToOrderButton hotkey="a" productIds={[result.product.productId]} quantity={null} />
        {actions}
        <Suspense>
          <WatchButton products={[watchedOf(result, { quantity: null, shipBy: null })]} />
        </Suspense>
      </Group>
    </div>
  );
}

/** Skeleton of a result: product, date, sentence, actions. */
export function ResultSkeleton() {
  return (
    <Stack gap={8} className={classes.skeleton}>
      <VisuallyHidden>
        <Trans>Checking…</Trans>
      </VisuallyHidden>
      <Skeleton height={24} width="45%" />
      <Skeleton height={44} width="40%" />
      <Skeleton height={16} width="62%" />
    </Stack>
  );
}

/** Product of the result, the age of the data and what is promised; the heading by which screen readers find the result. */
function ProductLine({ result }: { result: ProductAvailability }) {
  const { t } = useLingui();
  const { order } = useSearch({ from: '/' });
  const { productId, name, sku } = result.product;
  return (
    <>
      <Title order={2} fz={16} lh="24px" fw={600}>
        <bdi>{name ?? t`Product ${productId}`}</bdi>
      </Title>
      <Group gap="0 10px" c="dimmed" fz={13} mih={20}>
        {sku !== null && <bdi title={t`SKU`}>{sku}</bdi>}
        {name !== null && <span title={t`Product ID`}>{productId}</span>}
        <Suspense>
          <WatchMark productId={productId} except={result.quantity} />
        </Suspense>
        {/* An outdated result says itself when it was checked. */}
        {result.receivedAt !== null && result.outdatedDay === null && (
          <ResultAge
            lastUpdateDate={result.lastUpdateDate}
            fetchedAt={result.receivedAt}
            isFetching={result.isFetching}
            onRefresh={result.refresh}
          />
        )}
        <Suspense>
          <AlsoPromised productId={productId} unit={result.wording.unit} exceptOrder={order} />
        </Suspense>
      </Group>
    </>
  );
}

const shipByColors = { 'in-time': 'var(--sh-in-stock)', 'max-lead-time': 'var(--sh-mlt)', late: 'var(--sh-late)' };

/** Result for the ship-by date: *on time*, *n days late* or *n short*. */
function ShipByResult({ shipByResult: { tone, words } }: { shipByResult: ShipByWords }) {
  const Icon = tone === 'late' ? CalendarX : CalendarCheck;
  return (
    <Group component="span" gap={6} wrap="nowrap" c={shipByColors[tone]} fw={600}>
      <Icon size={18} aria-hidden style={{ flex: 'none' }} />
      {words}
    </Group>
  );
}

/** Previous result and its time, shown dimmed if the current lookup failed. */
function EarlierResult({ isSameQuery, wording }: Pick<ResultPanelProps, 'isSameQuery'> & { wording: Wording }) {
  const lookup = useEarlierLookup(isSameQuery);
  if (lookup === undefined) return null;
  const words = rememberedWords(wording, lookup);
  const asOf = formatMomentNear(lookup.checkedAt, wording.today, wording.locale);
  return (
    <Text inherit c="dimmed" ta="center" maw="36rem" mx="auto" mb={12}>
      <strong>
        <Trans>Previous result, checked {asOf}:</Trans>
      </strong>{' '}
      {words}
      <br />
      <Trans>This result may be outdated.</Trans>
    </Text>
  );
}

/** When goods of a ship date are expected to arrive; nothing without transit days. */
function EstimatedDelivery({ date, wording }: { date: CalendarDate; wording: Wording }) {
  const { transit } = useTransitDays(useSearch({ from: '/' }));
  if (transit === null) return null;
  const arrival = wording.formatDate(deliveryEstimate(later(wording.today, date), transit), 'weekday');
  return (
    <Text aria-live="polite">
      <Trans>
        Estimated delivery: <strong>{arrival}</strong>. Holidays aren't considered.
      </Trans>
    </Text>
  );
}

interface ResultFooterProps {
  result: ProductAvailability;
  query: AvailabilityQuery;
  /** Null if there is nothing to copy. */
  stockResult: StockResult | null;
  offers: readonly Offer[];
  actions: ReactNode;
}

function ResultFooter({ result, query, stockResult, offers, actions }: ResultFooterProps) {
  const isNarrow = useIsNarrow();
  // A laptop has no room for its label in German.
  const isWide = useMediaQuery('(min-width: 85em)', true, { getInitialValueInEffect: false });
  const add = <AddToOrderButton hotkey="a" {...query} productIds={[query.productId]} />;
  return (
    <Group component="footer" gap={8} mt={6} align="flex-start" data-icons className={classes.actions}>
      {stockResult === null ? (
        add
      ) : (
        <CopyResult
          key={`${query.productId} ${query.quantity}`}
          {...{ result, query, stockResult, offers, isNarrow, add }}
        />
      )}
      {actions}
      <Suspense>
        <WatchButton hasLabel={isWide} products={[watchedOf(result, query)]} />
      </Suspense>
    </Group>
  );
}

function watchedOf(
  { product, unit }: ProductAvailability,
  { quantity, shipBy }: { quantity: Thousandths | null; shipBy: CalendarDate | null },
) {
  return { productId: product.productId, product: productWords(product), unit, quantity, shipBy };
}

interface CopyResultProps extends Omit<ResultFooterProps, 'actions'> {
  stockResult: StockResult;
  /** Whether copying, sharing and adding to the order are in a bar above the phone's navigation. */
  isNarrow: boolean;
  add: ReactNode;
}

/**
 * Copies the result, or one of the offers of a late one. A result that isn't verified or current is checked again, before a
 * customer is told.
 */
function CopyResult({ result, query, stockResult, offers, isNarrow, add }: CopyResultProps) {
  const { t } = useLingui();
  const { transit } = useTransitDays(useSearch({ from: '/' }));
  const { onCopied, keepLine } = useTold();
  const { anchor, choose, menu } = useOfferChoice(query.quantity, result.wording);
  const textLabel = t`Result as text`;
  const toCustomer = async (words: CustomerWords): Promise<ToCopy> => {
    if (result.timeline === null || result.isStale) {
      result.refresh();
      return { content: null, message: t`Not copied. The result isn't verified and is being checked again.` };
    }
    // Late for the ship-by date: only the user knows which offer was promised.
    if (query.shipBy === null || offers.length === 0)
      return { content: customerText(result, query, stockResult, transit, words), message: t`Copied` };
    const offer = await choose(offers);
    return offer === null
      ? { content: null, message: '' }
      : { content: offerText(result, offer, transit, words), message: t`Copied` };
  };
  const toColleague = () => colleagueText(result, query, stockResult);
  if (!isNarrow)
    return (
      <>
        <Group ref={anchor} gap={8} align="flex-start">
          <CustomerCopy alwaysShowsLabel isPrimary hotkey="c" {...{ textLabel, toCustomer, onCopied, toColleague }} />
        </Group>
        {menu}
        {add}
        {keepLine}
      </>
    );
  return (
    <>
      <CustomerLanguage />
      <ColleagueCopyButton {...{ textLabel, toColleague }} />
      {keepLine}
      <Group ref={anchor} gap={8} align="flex-start" className={classes.phoneBar}>
        <CustomerCopyButton alwaysShowsLabel isPrimary {...{ textLabel, toCustomer, onCopied }} />
        <ShareButton {...{ toCustomer, onCopied }} />
        {add}
      </Group>
      {menu}
    </>
  );
}

/** A menu that asks which offer the customer is told, below the first button of `anchor`; null if it is closed. */
function useOfferChoice(needed: Thousandths, wording: Wording) {
  const { t } = useLingui();
  const anchor = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLElement>(null);
  const [pending, setPending] = useState<{
    offers: readonly Offer[];
    settle: (offer: Offer | null) => void;
  } | null>(null);

  function take(offer: Offer | null) {
    pending?.settle(offer);
    setPending(null);
  }

  return {
    anchor,
    choose: (offers: readonly Offer[]) =>
      new Promise<Offer | null>((settle) => {
        button.current = anchor.current?.querySelector('button') ?? null;
        setPending({ offers, settle });
      }),
    menu: pending && (
      <Suspense>
        <ActionMenu
          isOpen
          anchor={button}
          label={t`Offer for the customer`}
          actions={pending.offers.map((offer, at) => ({
            id: String(at),
            Icon: Mail,
            label: <OfferWords {...{ offer, needed, wording }} />,
            run: () => take(offer),
          }))}
          onClose={() => take(null)}
        />
      </Suspense>
    ),
  };
}

interface ShareButtonProps {
  toCustomer: (words: CustomerWords) => Promise<ToCopy>;
  /** Called after the text was shared. */
  onCopied: (copied: CopiedContent) => void;
}

/** Passes the text for the customer to another app, by the system's own dialog. Nothing where there is none. */
function ShareButton({ toCustomer, onCopied }: ShareButtonProps) {
  const { t } = useLingui();
  const { wordsOf } = useCustomerLanguage();
  const [said, say] = useStatusMessage();
  if (!('share' in navigator)) return null;
  async function share() {
    const { content, message } = await toCustomer(await wordsOf());
    if (content === null) {
      say(message && t`Not shared. The result isn't verified and is being checked again.`);
      return;
    }
    // Rejected if the user closes the dialog.
    await navigator.share({ text: content.text }).then(
      () => onCopied(content),
      () => undefined,
    );
  }
  return (
    <>
      <IconButton label={t`Share`} Icon={Share2} onClick={() => void share()} />
      <StatusMessage>{said}</StatusMessage>
    </>
  );
}
