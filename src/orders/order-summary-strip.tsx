import type { I18n } from '@lingui/core';
import { plural, t } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Box, Button, Group, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { Fragment, type ReactNode, useMemo, useState } from 'react';

import type { StatusCounts } from '#stock/order/line-state.ts';
import type { LineKey } from '#stock/order/order-line.ts';
import type { Completion, RealCompleteDate } from '#stock/order/order-summary.ts';
import { type CalendarDate, later, todayIn } from '#stock/calendar-date.ts';
import { formatMoment, formatTime } from '#stock/locale-date.ts';
import { closeWords } from '#parts/promises/promise-words.ts';
import { openLinesWords, orderSentence } from './order-sentence.ts';
import { shortMoment, statusWords, useOrderWords } from './order-words.ts';
import { type ShownLines, shownLines } from '#orders/lines/line-filters.ts';
import type { Comparison, OrderOverview } from '#orders/lines/order-views.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';

import styles from './order-summary-strip.module.css';

/** Lines are named by their number, which links to the line. */
export interface Lines {
  /** Returns the number of a line on screen. */
  lineNumber: (key: LineKey) => number;
  /** Navigates to a line in the grid. */
  onLine: (key: LineKey) => void;
}

interface SummaryStripProps {
  overview: OrderOverview;
  /** Progress of the running check; null if there is none. */
  progress: { done: number; total: number } | null;
  lines: Lines;
  /** Status by which the grid is filtered; null for all lines. */
  shown: ShownLines | null;
  onShow: (lines: ShownLines | null) => void;
  onRecheck: () => void;
  /** What the customer was told, beside the dates. */
  told: ReactNode;
  /** What is to be done about promises, below the dates. */
  due: ReactNode;
}

/** When the order ships in one sentence, what this rests on, and the number of lines by status. */
export function SummaryStrip(props: SummaryStripProps) {
  const { overview, progress, lines, shown, onShow, onRecheck, told, due } = props;
  const { t, i18n } = useLingui();
  const { formatCount, locale, timeZone, today } = useLocale();
  const words = useOrderWords();
  const { summary, comparison, lineCount } = overview;
  const { firstShipDate, completion, oldestCheck, latestCheck, counts } = summary;
  const isOutdated = counts.outdated > 0 && progress === null;
  const isOfToday = oldestCheck !== null && todayIn(timeZone, new Date(oldestCheck)) === today;
  const others = completion.kind === 'open' ? openLinesWords(completion, lines.lineNumber, i18n) : '';
  const openCount = lineCount - counts.ordered - counts.shipped;
  const sentence =
    openCount === 0
      ? closeWords(counts.ordered > 0 ? 'ordered' : 'shipped', i18n)
      : orderSentence(summary, { lineCount: openCount, lineNumber: lines.lineNumber }, words);
  const complete = completion.kind === 'known' ? completion : completion.kind === 'open' && completion.withoutThese;
  // Read out with both labels.
  const isSameDate =
    completion.kind === 'known' &&
    completion.real.kind === 'date' &&
    completion.real.date === completion.withMaxLeadTime;
  return (
    <section aria-label={t`Order summary`} className={styles.strip}>
      <Group gap="0 12px" className={styles.head}>
        <Text className={styles.sentence} aria-live="polite" aria-busy={progress !== null}>
          {isOutdated ? (
            <Trans>The day or the stock data has changed since.</Trans>
          ) : progress ? (
            t`${formatCount(progress.done)} of ${formatCount(progress.total)} checked`
          ) : (
            sentence
          )}
        </Text>
        {isOutdated && (
          <Button size="xs" variant="light" onClick={onRecheck}>
            <Trans>Check again</Trans>
          </Button>
        )}
        {!isOutdated && !progress && isSameDate && (
          <Text span visibleFrom="sm" className={styles.muted} style={{ order: 1 }} aria-hidden>
            <Trans>stock only and incl. max lead time</Trans>
          </Text>
        )}
        {oldestCheck !== null && (
          <p className={styles.checked}>
            <Trans>
              Checked {(isOfToday ? formatTime : formatMoment)(oldestCheck, locale, latestCheck ?? oldestCheck)}
            </Trans>{' '}
            {/* Phones have it in the bar above the navigation. */}
            {!isOutdated && (
              <LinkButton visibleFrom="sm" onClick={onRecheck}>
                <Trans>Recheck all</Trans>
              </LinkButton>
            )}
          </p>
        )}
      </Group>
      <Group gap={0} className={styles.figures}>
        {!isOutdated && complete && (
          <dl className={styles.dates}>
            {firstShipDate !== null && (
              <Figure
                label={t`First ship date`}
                isOnlyWide
                // By the sentence, as the complete ship date or by the number of lines of today.
                isSaid={
                  (firstShipDate <= words.today && !summary.isFirstShipMaxLeadTime) ||
                  later(firstShipDate, words.today) === later(complete.withMaxLeadTime, words.today)
                }
              >
                <SummaryDate
                  date={firstShipDate}
                  label={t`First ship date`}
                  isMaxLeadTime={summary.isFirstShipMaxLeadTime}
                />
              </Figure>
            )}
            {completion.kind === 'known' ? (
              <>
                <Figure
                  label={t`Complete ship date, stock only`}
                  // By the sentence.
                  isSaid={isSameDate}
                >
                  <StockOnlyDate real={complete.real} label={t`Complete ship date`} lines={lines} />
                </Figure>
                <Figure label={t`Complete ship date, incl. max lead time`} isSaid>
                  <SummaryDate date={complete.withMaxLeadTime} label={t`Complete ship date incl. max lead time`} />
                </Figure>
              </>
            ) : (
              <Figure
                label={t`Without ${others}, stock only`}
                isSaid={complete.real.kind === 'date' && complete.real.date === complete.withMaxLeadTime}
              >
                <StockOnlyDate real={complete.real} label={t`Without ${others}, stock only`} lines={lines} />
              </Figure>
            )}
          </dl>
        )}
        {!isOutdated && complete && <Blockers completion={complete} lines={lines} />}
        {comparison && comparison.compared > 0 && <ComparisonLine {...{ comparison, lines }} />}
        {told}
      </Group>
      {due}
      <StatusFilters counts={counts} isChecked={oldestCheck !== null} shown={shown} onShow={onShow} />
    </section>
  );
}

interface FigureProps {
  label: string;
  /** Whether another says it already: it is only read out. */
  isSaid?: boolean;
  /** Whether a phone leaves its space to the lines, which say it too. */
  isOnlyWide?: boolean;
  children: ReactNode;
}

/** A labeled date. */
function Figure({ label, isSaid = false, isOnlyWide, children }: FigureProps) {
  const pair = (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  );
  if (isSaid) return <VisuallyHidden component="div">{pair}</VisuallyHidden>;
  return <Box visibleFrom={isOnlyWide ? 'sm' : undefined}>{pair}</Box>;
}

/** A ship date; a past one is shown as *Today*. */
export function SummaryDate(props: {
  date: CalendarDate;
  label: string;
  /** Whether it is a max lead time date that the label doesn't indicate. */
  isMaxLeadTime?: boolean;
}) {
  const { today, formatShipDate, formatFromToday } = useOrderWords();
  const { date, label, isMaxLeadTime = false } = props;
  const isPast = date <= today;
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- an explicit role allows a name */}
      <time role="time" dateTime={date} aria-label={label} className={isMaxLeadTime ? styles.maxLeadTime : styles.date}>
        {formatShipDate(date, 'medium')}
      </time>{' '}
      {!isPast && <span className={styles.muted}>{formatFromToday(date)}</span>}{' '}
      {isMaxLeadTime && (
        <span className={styles.muted}>
          <Trans>at max lead time, not backed by stock</Trans>
        </span>
      )}
    </>
  );
}

export function LineLink({ lineKey, lines, children }: { lineKey: LineKey; lines: Lines; children?: ReactNode }) {
  return (
    <UnstyledButton className={styles.line} onClick={() => lines.onLine(lineKey)}>
      {children ?? lines.lineNumber(lineKey)}
    </UnstyledButton>
  );
}

function StockOnlyDate({ real, label, lines }: { real: RealCompleteDate; label: string; lines: Lines }) {
  const { shown, more } = useFirstOf(real.kind === 'none' || real.kind === 'no-result' ? real.lines : none, 5);
  if (real.kind === 'date') return <SummaryDate date={real.date} label={label} />;
  if (real.kind === 'working-out') return <Trans>Calculating…</Trans>;
  const numbers = shown.map(lines.lineNumber).join(', ') + (more ? ', …' : '');
  return (
    <>
      <strong>{real.kind === 'none' ? <Trans>None</Trans> : <Trans>Unknown</Trans>}</strong>
      {' – '}
      <span className={styles.muted}>
        {real.kind === 'none' ? (
          <Plural
            value={real.lines.length}
            one={`stock never covers line ${numbers}.`}
            other={`stock never covers lines ${numbers}.`}
          />
        ) : (
          <Plural
            value={real.lines.length}
            one={`couldn't load the stock calendar of line ${numbers}.`}
            other={`couldn't load the stock calendars of lines ${numbers}.`}
          />
        )}{' '}
        {more}
      </span>
    </>
  );
}

const none: readonly LineKey[] = [];

/** The lines by their numbers, which link to them, in parentheses. */
export function LineNumbers({ keys, lines }: { keys: readonly LineKey[]; lines: Lines }) {
  const { shown, more } = useFirstOf(keys, 5);
  if (keys.length === 0) return null;
  return (
    <>
      {shown.map((key, at) => (
        // With its punctuation, at which a line must not break.
        <Fragment key={key}>
          {' '}
          <span className={styles.whole}>
            {at === 0 && '('}
            <LineLink lineKey={key} lines={lines}>
              <Trans>Line {lines.lineNumber(key)}</Trans>
            </LineLink>
            {at < shown.length - 1 ? ',' : !more && ')'}
          </span>
        </Fragment>
      ))}
      {more && <> {more})</>}
    </>
  );
}

/** Lines that delay the order, and the complete date without each. */
function Blockers({ completion, lines }: { completion: Completion; lines: Lines }) {
  const { t } = useLingui();
  const { today, formatDate, formatFromToday } = useOrderWords();
  const { shown, more } = useFirstOf(completion.blockers, 3);
  // Each requires a pass over the whole order.
  const rests = useMemo(() => shown.map((key) => ({ key, rest: completion.without(key) })), [completion, shown]);
  if (shown.length === 0) return null;

  function without(rest: ReturnType<Completion['without']>): string {
    if (rest === null) return t`no lines remain`;
    if (rest === 'working-out') return t`Calculating…`;
    return rest.withMaxLeadTime <= today ? formatFromToday(today) : formatDate(rest.withMaxLeadTime, 'medium');
  }

  return (
    <p className={styles.muted}>
      <Trans>Delayed by</Trans>{' '}
      {rests.map(({ key, rest }) => (
        <Fragment key={key}>
          <span>
            <Trans>
              <LineLink lineKey={key} lines={lines}>
                Line {lines.lineNumber(key)}
              </LineLink>{' '}
              (without it: {without(rest)})
            </Trans>
          </span>{' '}
        </Fragment>
      ))}
      {more}
    </p>
  );
}

/** Number of changes since the previous check, with links to the lines if there are any. The lines' notes have the details. */
export function ComparisonLine({ comparison, lines }: { comparison: Comparison; lines?: Lines }) {
  const { t } = useLingui();
  const words = useOrderWords();
  const { since, moved, recovered, lost, 'newly-max-lead-time': newly } = comparison;
  const changes = [
    moved > 0 && t`${plural(moved, { one: '# line changed', other: '# lines changed' })}`,
    newly > 0 && t`${plural(newly, { one: '# now at max lead time', other: '# now at max lead time' })}`,
    recovered > 0 && t`${plural(recovered, { one: '# stock-backed again', other: '# stock-backed again' })}`,
    lost > 0 && t`${plural(lost, { one: '# lost its ship date', other: '# lost their ship date' })}`,
  ].filter((change) => change !== false);
  const time = shortMoment(since, words);
  return (
    <p className={styles.muted}>
      <Trans>Since {time}:</Trans> {changes.length === 0 ? t`no changes` : changes.join(', ')}
      {lines && <LineNumbers keys={comparison.changed} lines={lines} />}
    </p>
  );
}

/** Number of lines by status, each a toggle that filters the grid. */
function StatusFilters(props: {
  counts: StatusCounts;
  isChecked: boolean;
  shown: ShownLines | null;
  onShow: SummaryStripProps['onShow'];
}) {
  const { t, i18n } = useLingui();
  const { counts, isChecked, shown, onShow } = props;
  const { formatCount } = useLocale();
  return (
    <fieldset aria-label={t`Lines by status`} className={styles.filters}>
      {shownLines
        .filter((lines) => (counts[lines] > 0 && (isChecked || lines !== 'not-checked')) || lines === shown)
        .map((lines) => (
          <UnstyledButton
            key={lines}
            aria-pressed={lines === shown}
            data-status={lines}
            className={styles.filter}
            onClick={() => onShow(lines === shown ? null : lines)}
          >
            {shownWords(lines, i18n)} <b>{formatCount(counts[lines])}</b>
          </UnstyledButton>
        ))}
    </fieldset>
  );
}

function shownWords(lines: ShownLines, i18n: I18n): string {
  if (lines === 'late') return t(i18n)`Late`;
  return lines === 'not-checked' ? t(i18n)`Not checked` : statusWords(lines, i18n);
}

/** Returns the first items and a button that shows 50 more, null if all are shown. */
function useFirstOf<Item>(items: readonly Item[], few: number) {
  const [most, setMost] = useState(few);
  const shown = useMemo(() => items.slice(0, most), [items, most]);
  const count = items.length - shown.length;
  const more = count > 0 && (
    <UnstyledButton className={styles.line} onClick={() => setMost(most + 50)}>
      <Plural value={count} one="and # more" other="and # more" />
    </UnstyledButton>
  );
  return { shown, more: more || null };
}
