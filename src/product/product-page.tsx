import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Group, Skeleton, Switch } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type ReactNode, type RefObject } from 'react';

import { AnswerAge } from '#parts/result/answer-age.tsx';
import { AnswerNotes, OutdatedNote } from '#parts/result/answer-notes.tsx';
import { AnswerHeadline, AnswerRegion, NotReliable } from '#parts/result/answer-region.tsx';
import { type ProductAvailability, useAvailability } from '#parts/result/use-availability.ts';
import { useChartKeyHelp } from '#parts/chart/chart-words.ts';
import { AddToOrderButton } from '#parts/saved-orders/add-to-order-button.tsx';
import { PanelError, PanelWaiting } from '#parts/panel.tsx';
import { QuantityField, useQuantityDraft } from '#parts/quantity-field.tsx';
import { useRecentProducts } from '#parts/recent-products.ts';
import type { EntryRow } from '#parts/entries/entry-rows.ts';
import { exportedEntryColumns } from '#parts/entries/exported-entries.ts';
import { goodsWords, useWording } from '#parts/result/wording.ts';
import { CopyLink } from '#parts/export/copy-link.tsx';
import { ExportMenu, ExportWaiting } from '#parts/export/export-menu.tsx';
import { rowOf } from '#stock/export/export-table.ts';
import { AsOf, useLocale } from '#ui/locale.tsx';
import { PageHeading } from '#ui/page-heading.tsx';
import { fromThousandths, type Thousandths, toThousandths } from '#stock/thousandths.ts';

import { CalendarPanels } from './product-panels.tsx';
import classes from './product.module.css';

const route = getRouteApi('/products/$productId');

export function CalendarPage() {
  const { productId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const quantity = search.quantity === undefined ? null : toThousandths(search.quantity);
  const includesMaxLeadTime = search.mlt ?? true;
  const result = useAvailability(productId, quantity);
  const shownRowsRef = useRef<readonly EntryRow[]>([]);
  const chartPanelRef = useRef<HTMLDivElement>(null);
  useChartKeyHelp();

  const change = (next: Partial<typeof search>, replace = false) =>
    void navigate({ search: { ...search, ...next }, replace, resetScroll: false });
  const ask = (next: Thousandths) => change({ quantity: fromThousandths(next) });
  // If nothing could be loaded, the panels show why.
  const hasFailed = result.error !== null && result.entries === undefined && result.calendarError !== null;

  return (
    <AsOf day={result.outdatedDay}>
      <div className={classes.page}>
        <RememberProduct result={result} />
        <ProductHeader result={result} actions={<CalendarExport {...{ result, shownRowsRef, chartPanelRef }} />} />
        <CalendarFields key={productId} result={result} includesMaxLeadTime={includesMaxLeadTime} onChange={change} />
        {result.outdatedDay !== null && <OutdatedNote day={result.outdatedDay} onRecheck={result.refresh} />}
        {quantity !== null && !hasFailed && <CalendarAnswer result={result} quantity={quantity} onAsk={ask} />}
        <CalendarPanels
          key={`panels-${productId}`}
          result={result}
          includesMaxLeadTime={includesMaxLeadTime}
          shownRowsRef={shownRowsRef}
          chartPanelRef={chartPanelRef}
          bucketSize={search.bucket ?? 'day'}
          period={search.from && search.to ? { from: search.from, to: search.to } : null}
          onBucketSize={(size) => change({ bucket: size === 'day' ? undefined : size })}
          onQuantity={ask}
          onPeriod={(period) => change({ from: period?.from, to: period?.to }, true)}
        />
      </div>
    </AsOf>
  );
}

/**
 * Adds the product to the recent products once its name and calendar are loaded. Renders nothing, so that the page
 * doesn't rerender with that list.
 */
function RememberProduct({ result: { product, entries } }: { result: ProductAvailability }) {
  const { productId, name } = product;
  const { remember } = useRecentProducts();
  const isKnown = entries !== undefined;
  useEffect(() => {
    if (isKnown) remember({ productId, name, lookedAt: Date.now() });
  }, [isKnown, productId, name, remember]);
  return null;
}

/** Name, id, SKU and unit of the product, each isolated from the text direction of the others. */
function ProductHeader({ result, actions }: { result: ProductAvailability; actions: ReactNode }) {
  const { t } = useLingui();
  const { productId, name, sku, unit } = result.product;
  return (
    <header data-pending={result.isPending || undefined} className={classes.header}>
      <Link to="/calendars" className={classes.back}>
        <ArrowLeft aria-hidden size={16} />
        <Trans>Products</Trans>
      </Link>
      <PageHeading title={name ?? t`Product ${productId}`} actions={actions}>
        <span className={classes.codes}>
          <span>
            <Trans>Product ID {productId}</Trans>
          </span>
          {sku !== null && (
            <span>
              <Trans>
                SKU <bdi>{sku}</bdi>
              </Trans>
            </span>
          )}
          {unit !== null && (
            <span>
              <Trans>
                Unit <bdi>{unit}</bdi>
              </Trans>
            </span>
          )}
        </span>
      </PageHeading>
    </header>
  );
}

interface CalendarFieldsProps {
  result: ProductAvailability;
  includesMaxLeadTime: boolean;
  /** Receives search parameters: the quantity in the product's unit, undefined once the field is cleared. */
  onChange: (next: { quantity?: number | undefined; mlt?: boolean | undefined }) => void;
}

/** Quantity, max lead time option and age of the data. */
function CalendarFields({ result, includesMaxLeadTime, onChange }: CalendarFieldsProps) {
  const { t } = useLingui();
  const field = useQuantityDraft(result, (quantity) => onChange({ quantity }));
  return (
    <Group gap="12px 24px" align="flex-start">
      <Box w={{ base: '100%', sm: 220 }}>
        <QuantityField {...field} />
      </Box>
      <Switch
        className={classes.besideField}
        label={t`Include max lead time`}
        checked={includesMaxLeadTime}
        onChange={(event) => onChange({ mlt: event.currentTarget.checked ? undefined : false })}
      />
      <div className={`${classes.besideField} ${classes.age}`}>
        {result.receivedAt === null ? (
          result.isFetching && <Skeleton height={14} width={240} />
        ) : (
          <AnswerAge
            lastUpdateDate={result.lastUpdateDate}
            fetchedAt={result.receivedAt}
            onRefresh={result.refresh}
            isFetching={result.isFetching}
          />
        )}
      </div>
    </Group>
  );
}

interface CalendarAnswerProps {
  result: ProductAvailability;
  quantity: Thousandths;
  onAsk: (quantity: Thousandths) => void;
}

function CalendarAnswer({ result, quantity, onAsk }: CalendarAnswerProps) {
  const { answer, unreliable, hasNoStockData, earlier, error, product, wording, timeline, outdatedDay } = result;
  // The panels say that there is no stock data.
  if (hasNoStockData) return null;
  if (answer === null && unreliable === null) {
    const headline =
      error === null || result.isFetching ? (
        <div className={classes.coming}>
          <PanelWaiting lines={3} />
        </div>
      ) : (
        <PanelError error={error} onRetry={result.refresh} />
      );
    return <AnswerRegion isCompact headline={headline} />;
  }
  const add = <AddToOrderButton productId={product.productId} quantity={quantity} />;
  const isOutdated = outdatedDay !== null;
  if (answer === null)
    return (
      <AnswerRegion
        isCompact
        kind="not-trusted"
        isOutdated={isOutdated}
        headline={unreliable && <NotReliable reason={unreliable} {...{ quantity, wording }} />}
        aside={add}
      />
    );
  return (
    <AnswerRegion
      isCompact
      kind={answer.kind}
      isOutdated={isOutdated}
      headline={<AnswerHeadline isCompact product={null} {...{ answer, quantity, wording }} />}
      aside={add}
    >
      <AnswerNotes {...{ answer, quantity, wording, timeline, earlier, onAsk }} />
    </AnswerRegion>
  );
}

interface CalendarExportProps {
  result: ProductAvailability;
  /** Entries as shown, in order. */
  shownRowsRef: RefObject<readonly EntryRow[]>;
  /** Contains the chart. */
  chartPanelRef: RefObject<Element | null>;
}

/** Exports the entries as shown and the chart, and copies a link. */
function CalendarExport({ result, shownRowsRef, chartPanelRef }: CalendarExportProps) {
  const { t, i18n } = useLingui();
  const { product, quantity, receivedAt, latestTimeline } = result;
  // Only the service's own unit: the user's default unit isn't part of its data.
  const wording = useWording(product.unit);
  const name = product.name ?? t`Product ${product.productId}`;
  const filter = quantity === null ? name : goodsWords(wording, product, quantity);
  const wanted = quantity === null ? null : wording.formatQuantity(quantity);
  const { today, namedToday, formatDate } = useLocale();
  const asOf = namedToday === null ? formatDate(today, 'short') : undefined;
  const columns = exportedEntryColumns(i18n, { isOneProduct: true, wanted, asOf });
  const rowsNow = () => shownRowsRef.current.map((entry) => rowOf(columns, { entry, product }));
  return (
    <>
      <CopyLink title={name} />
      {latestTimeline === null || receivedAt === null ? (
        <ExportWaiting />
      ) : (
        <ExportMenu
          screen="calendar"
          retrievedAt={receivedAt}
          filter={filter}
          table={{ name, columns, rows: [{ scope: 'all', count: null, rowsNow }] }}
          chart={{ title: name, element: () => chartPanelRef.current?.querySelector('figure') ?? null }}
        />
      )}
    </>
  );
}
