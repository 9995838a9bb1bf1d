import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Group, Stack, Text } from '@mantine/core';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { CircleCheck, Info } from 'lucide-react';
import { useMemo } from 'react';

import { quantitySearch, type ReceivedCalendars, useCalendars } from '#data/calendar-pages.ts';
import { useIsOutdated } from '#data/session.ts';
import { OldestDataLink } from '#parts/oldest-data-link.tsx';
import { Figure, figureClass, figuresClass } from '#parts/figure.tsx';
import { IndexState } from '#parts/index-state.tsx';
import { Panel, PanelEmpty, PanelError, PanelWaiting } from '#parts/panel.tsx';
import { QuantityField, useQuantityDraft } from '#parts/quantity-field.tsx';
import { ResultAge } from '#parts/result/result-age.tsx';
import { shortProducts } from '#stock/calendars/short-products.ts';
import { formatShare } from '#stock/locale-number.ts';
import { toThousandths } from '#stock/thousandths.ts';
import { useLocale } from '#ui/locale.tsx';
import { PageHeading } from '#ui/page-heading.tsx';

import { AtRiskPanel, useAtRisk } from './at-risk-panel.tsx';
import { useLastWeek } from './last-week.ts';
import { MovedPanel } from './moved-panel.tsx';
import { OverviewExport } from './overview-export.tsx';
import classes from './overview.module.css';
import { overviewRequest, shownRows, weeks } from './overview-request.ts';
import { type Figures, figuresOf, shortDays } from './runs-short.ts';
import { RunsShortTable, useColumnNames } from './runs-short-table.tsx';
import { ShortByDay } from './short-by-day.tsx';

/** The start of planners and managers: figures of all products, and which of them run short in the next weeks. */
export function OverviewPage() {
  const { t } = useLingui();
  const isOutdatedResult = useIsOutdated();
  const search = useSearch({ from: '/overview' });
  const navigate = useNavigate({ from: '/overview' });
  const quantity = search.quantity === undefined ? null : toThousandths(search.quantity);
  const request = useMemo(() => overviewRequest(search), [search]);
  const { query, refresh } = useCalendars(request);
  const { data, error } = query;
  const atRisk = useAtRisk();
  const units = useMemo(() => data?.units.map(({ unit }) => unit) ?? [], [data]);
  const unit = quantity === null ? null : (search.unit ?? data?.unit ?? null);
  const field = useQuantityDraft({ quantity, unit, units }, (next, typed) => {
    const named = typed === null ? {} : { unit: typed };
    void navigate({ search: (before) => ({ ...before, quantity: next, ...named }), resetScroll: false });
  });
  const isOutdated = data !== undefined && !query.isPlaceholderData && isOutdatedResult(data);
  const rows = useMemo(
    () => (data === undefined ? [] : shortProducts(data.rows, data.today, data.request.quantity)),
    [data],
  );

  return (
    <Stack gap={8}>
      <PageHeading isHidden title={t`Overview`} />
      <Group gap="8px 16px" className={classes.bar}>
        <div className={classes.quantity}>
          <QuantityField {...field} label={t`Quantity per product`} units={units} unit={unit} />
        </div>
        {data !== undefined && (
          <>
            <Notes data={data} />
            <div className={classes.age}>
              <ResultAge fetchedAt={data.receivedAt} onRefresh={refresh} isFetching={query.isFetching} />
            </div>
            {data.counts !== null && <OverviewExport {...{ data, rows }} counts={data.counts} />}
          </>
        )}
      </Group>
      {isOutdated && (
        <Group component="p" gap={8} fz={14}>
          <Info aria-hidden size={16} />
          <CheckedOn data={data} />
        </Group>
      )}
      {data?.index && <IndexState index={data.index} />}
      {data === undefined ? (
        <Panel title={t`Products`}>
          {error === null ? <PanelWaiting lines={10} /> : <PanelError error={error} onRetry={refresh} />}
        </Panel>
      ) : (
        <div data-stale={query.isPlaceholderData || isOutdated || undefined} className={classes.content}>
          <FigureCards data={data} />
          <AtRiskPanel atRisk={atRisk} />
          <RunsShort data={data} rows={rows} />
          <MovedPanel data={data} />
        </div>
      )}
    </Stack>
  );
}

function CheckedOn({ data }: { data: ReceivedCalendars }) {
  const { formatDate } = useLocale();
  return <Trans>Checked {formatDate(data.today, 'medium')}. Refresh to check again.</Trans>;
}

/** What the figures leave out, and from when on those of last week are there. */
function Notes({ data }: { data: ReceivedCalendars }) {
  const { formatDate } = useLocale();
  const { figures, day, from } = useLastWeek(data);
  const { counts, units, request, today } = data;
  if (counts === null) return null;
  const firstDay = from === null || from <= today ? null : formatDate(from, 'medium');
  return (
    <Text fz={13} c="dimmed" className={classes.note}>
      {request.quantity === null && <Trans>Available: any quantity above 0. Short: 0 or less.</Trans>}
      {request.quantity !== null && units.length > 1 && (
        <Plural
          value={counts.otherUnit}
          one="# product of another unit isn't counted."
          other="# products of another unit aren't counted."
        />
      )}{' '}
      <Text span inherit visibleFrom="sm">
        {firstDay !== null && <Trans>Last week's figures are shown from {firstDay} on.</Trans>}
        {figures && <Trans>Last week: {formatDate(day, 'medium')}</Trans>}
      </Text>
    </Text>
  );
}

/** Five figures of all products, each a link to them. */
function FigureCards({ data }: { data: ReceivedCalendars }) {
  const { t } = useLingui();
  const { locale, formatCount, formatDate, formatFromToday, formatQuantity } = useLocale();
  const { available } = useColumnNames();
  const search = quantitySearch(data.request);
  const { figures: then } = useLastWeek(data);
  if (data.counts === null) return null;
  const { total, today, within30, maxLeadTimeOnly, shortNow } = figuresOf(data.counts);
  const { oldestUpdate } = data.counts;
  const all = formatCount(total);
  const { quantity } = data.request;
  const named = (figure: string) => (quantity === null ? figure : `${figure} · ${formatQuantity(quantity, data.unit)}`);
  const detailOf = (count: string) => t`${count} of ${all} products`;
  const share = (count: number) => formatShare(count, total, locale);
  const thenOf = (of: (figures: Figures) => string) => (then === undefined ? '…' : then && of(then));
  const shareThen = (figure: 'today' | 'within30') =>
    thenOf((figures) => formatShare(figures[figure], figures.total, locale));
  return (
    <section aria-label={t`Figures`} className={`${figuresClass} ${classes.figures}`}>
      <Link to="/calendars" search={{ ...search, tile: 'now' }} className={figureClass}>
        <Figure
          label={named(available)}
          value={share(today)}
          then={shareThen('today')}
          detail={detailOf(formatCount(today))}
        />
      </Link>
      <Link to="/calendars" search={{ ...search, tile: 'available-30' }} className={figureClass}>
        <Figure
          label={named(t`Available in 0 to 30 days`)}
          value={share(within30)}
          then={shareThen('within30')}
          detail={detailOf(formatCount(within30))}
        />
      </Link>
      <Link to="/calendars" search={{ ...search, tile: 'short-now' }} className={figureClass}>
        <Figure
          label={named(t`Short now`)}
          value={formatCount(shortNow)}
          then={thenOf(({ shortNow }) => formatCount(shortNow))}
          detail={detailOf(share(shortNow))}
        />
      </Link>
      <Link to="/calendars" search={{ ...search, tile: 'max-lead-time' }} className={figureClass}>
        <Figure
          label={named(t`Max lead time only`)}
          value={formatCount(maxLeadTimeOnly)}
          then={thenOf(({ maxLeadTimeOnly }) => formatCount(maxLeadTimeOnly))}
          detail={detailOf(share(maxLeadTimeOnly))}
        />
      </Link>
      {oldestUpdate === null ? (
        <div className={figureClass}>
          <Figure label={t`Oldest stock data`} value={t`Not provided`} detail="" />
        </div>
      ) : (
        <OldestDataLink oldest={oldestUpdate} search={search} className={figureClass}>
          <Figure
            label={t`Oldest stock data`}
            value={<time dateTime={oldestUpdate.date}>{formatDate(oldestUpdate.date, 'short')}</time>}
            detail={formatFromToday(oldestUpdate.date)}
          />
        </OldestDataLink>
      )}
    </section>
  );
}

/** The first products that run short in the next weeks, by day. */
function RunsShort({ data, rows }: { data: ReceivedCalendars; rows: ReturnType<typeof shortProducts> }) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const search = quantitySearch(data.request);
  const { found, today } = data;
  const count = formatCount(found);
  const days = useMemo(() => shortDays(rows, found, today), [rows, found, today]);
  const first = useMemo(() => rows.slice(0, shownRows), [rows]);
  const all = (
    <Link to="/calendars" search={{ ...search, tile: 'short-soon', weeks, sort: 'fallsShort' }}>
      <Plural value={found} one={`Show ${count} product`} other={`Show ${count} products`} />
    </Link>
  );
  return (
    <Panel title={t`Runs short in the next ${weeks} weeks`} aside={rows.length > 0 && all}>
      {rows.length === 0 && data.request.quantity === null ? (
        <Text fz={14} c="dimmed">
          <Trans>Enter a quantity to find the products with less than that on a day.</Trans>
        </Text>
      ) : rows.length === 0 ? (
        <PanelEmpty icon={CircleCheck} title={t`No product runs short`}>
          <Trans>Products that are short now are counted above.</Trans>
        </PanelEmpty>
      ) : (
        <>
          <ShortByDay {...{ days, found, search }} />
          <RunsShortTable rows={first} quantity={data.request.quantity} />
        </>
      )}
    </Panel>
  );
}
