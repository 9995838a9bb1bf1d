import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Group, Skeleton, Switch } from '@mantine/core';
import { getRouteApi, Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { useEffect, useRef, type ReactNode } from 'react';

import { isNotAvailable } from '#api/errors.ts';
import { AnswerAge } from '#features/answer/answer-age.tsx';
import { AnswerNotes } from '#features/answer/answer-notes.tsx';
import { AnswerHeadline, AnswerRegion, NotTrusted } from '#features/answer/answer-region.tsx';
import { type ProductAnswer, useAnswer } from '#features/answer/use-answer.ts';
import { useChartKeyHelp } from '#features/chart/chart-words.ts';
import { AddToOrderButton } from '#features/saved-orders/add-to-order-button.tsx';
import { PanelError, PanelWaiting } from '#features/panel.tsx';
import { QuantityField, useQuantityDraft } from '#features/quantity-field.tsx';
import { useRecentProducts } from '#features/recent-products.ts';
import type { EntryRow } from '#features/entries/entry-rows.ts';
import { PageHeading } from '#ui/page-heading.tsx';
import { fromThousandths, type Thousandths, toThousandths } from '#lib/thousandths.ts';

import { CalendarExport } from './calendar-export.tsx';
import { CalendarPanels } from './calendar-panels.tsx';
import classes from './calendar.module.css';

const route = getRouteApi('/products/$productId');

export function CalendarPage() {
  const { productId } = route.useParams();
  const search = route.useSearch();
  const navigate = route.useNavigate();
  const quantity = search.quantity === undefined ? null : toThousandths(search.quantity);
  const includesMaxLeadTime = search.mlt ?? true;
  const asked = useAnswer(productId, quantity);
  const shownRowsRef = useRef<readonly EntryRow[]>([]);
  const chartPanelRef = useRef<HTMLDivElement>(null);
  useChartKeyHelp();

  const change = (next: Partial<typeof search>, replace = false) =>
    void navigate({ search: { ...search, ...next }, replace, resetScroll: false });
  const ask = (next: Thousandths) => change({ quantity: fromThousandths(next) });
  const { calendar, item } = asked;
  // Neither a calendar nor an answer came: one failure is told, not two.
  const hasFailed = calendar.isError && !calendar.data && item.isError && !isNotAvailable(item.error);

  return (
    <div className={classes.page}>
      <Remembering asked={asked} />
      <ProductHeader asked={asked} actions={<CalendarExport {...{ asked, shownRowsRef, chartPanelRef }} />} />
      <CalendarFields key={productId} asked={asked} includesMaxLeadTime={includesMaxLeadTime} onChange={change} />
      {quantity !== null && !hasFailed && <CalendarAnswer asked={asked} quantity={quantity} onAsk={ask} />}
      <CalendarPanels
        key={`panels-${productId}`}
        asked={asked}
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
  );
}

/**
 * Puts the product among the recent ones, once it is known by name and has a calendar. It shows nothing: the page
 * isn't drawn again with what is remembered.
 */
function Remembering({ asked: { product, calendar, isNamePending } }: { asked: ProductAnswer }) {
  const { productId, name } = product;
  const { remember } = useRecentProducts();
  const isKnown = calendar.isSuccess && !isNamePending;
  useEffect(() => {
    if (isKnown) remember({ productId, name, lookedAt: Date.now() });
  }, [isKnown, productId, name, remember]);
  return null;
}

/** Which product this is: name, id, SKU and unit, each kept apart whatever way it is written. */
function ProductHeader({ asked, actions }: { asked: ProductAnswer; actions: ReactNode }) {
  const { t } = useLingui();
  const { productId, name, sku, unit } = asked.product;
  return (
    <header data-pending={asked.isNamePending || undefined} className={classes.header}>
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
  asked: ProductAnswer;
  includesMaxLeadTime: boolean;
  /** As the address holds it: the quantity in the product's unit, undefined once the field was emptied. */
  onChange: (next: { quantity?: number | undefined; mlt?: boolean | undefined }) => void;
}

/** What is asked of the calendar, and how old it is. */
function CalendarFields({ asked, includesMaxLeadTime, onChange }: CalendarFieldsProps) {
  const { t } = useLingui();
  const field = useQuantityDraft(asked.quantity, (quantity) => onChange({ quantity }));
  return (
    <Group gap="12px 24px" align="flex-start">
      <Box w={{ base: '100%', sm: 220 }}>
        <QuantityField {...field} unit={asked.unit} />
      </Box>
      <Switch
        className={classes.besideField}
        label={t`Include max lead time`}
        checked={includesMaxLeadTime}
        onChange={(event) => onChange({ mlt: event.currentTarget.checked ? undefined : false })}
      />
      <div className={`${classes.besideField} ${classes.age}`}>
        {asked.givenAt === null ? (
          asked.isFetching && <Skeleton height={14} width={240} />
        ) : (
          <AnswerAge
            lastUpdateDate={asked.lastUpdateDate}
            fetchedAt={asked.givenAt}
            onRefresh={asked.refresh}
            isFetching={asked.isFetching}
          />
        )}
      </div>
    </Group>
  );
}

interface CalendarAnswerProps {
  asked: ProductAnswer;
  quantity: Thousandths;
  onAsk: (quantity: Thousandths) => void;
}

function CalendarAnswer({ asked, quantity, onAsk }: CalendarAnswerProps) {
  const { answer, item, calendar, contradiction, product, wording, timeline } = asked;
  if (answer === null) {
    const headline =
      item.error === null ? (
        <div className={classes.coming}>
          <PanelWaiting lines={3} />
        </div>
      ) : (
        <PanelError error={item.error} onRetry={() => void item.refetch()} />
      );
    return <AnswerRegion isCompact headline={headline} />;
  }
  const add = <AddToOrderButton productId={product.productId} quantity={quantity} />;
  if (contradiction !== null) {
    return (
      <AnswerRegion
        isCompact
        kind="not-trusted"
        headline={<NotTrusted {...{ answer, contradiction, quantity, wording }} />}
        aside={add}
      />
    );
  }
  return (
    <AnswerRegion
      isCompact
      kind={answer.kind}
      headline={<AnswerHeadline isCompact product={null} {...{ answer, quantity, wording }} />}
      aside={add}
    >
      <AnswerNotes {...{ answer, quantity, wording, timeline, onAsk }} isPending={calendar.isPending} />
    </AnswerRegion>
  );
}
