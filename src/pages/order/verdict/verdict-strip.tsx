import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import { useMemo, useState } from 'react';

import type { StatusCounts } from '#domain/order/line-state.ts';
import type { LineKey } from '#domain/order/order-line.ts';
import type { Completion, OrderVerdict } from '#domain/order/order-verdict.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import { statusWords, useOrderWords } from '#pages/order/order-words.ts';
import { type ShownLines, shownLines } from '#pages/order/lines/line-filters.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';

import type { Comparison, OrderOverview } from './order-overview.ts';
import styles from './verdict-strip.module.css';

interface VerdictStripProps {
  overview: OrderOverview;
  /** The number on screen of a line, by its key. */
  lineNumber: (key: LineKey) => number;
  /** What the grid is narrowed to; null for all lines. */
  shown: ShownLines | null;
  onShow: (lines: ShownLines | null) => void;
  /** Null where there is nothing to check again. */
  onRecheck: (() => void) | null;
}

/** When the order can leave, first and last, what holds it up, and how many lines have each status. */
export function VerdictStrip({ overview, lineNumber, shown, onShow, onRecheck }: VerdictStripProps) {
  const { t } = useLingui();
  const formatTime = useTimeFormat();
  const { verdict, comparison } = overview;
  const { firstShipDate, completion, oldestCheck } = verdict;
  const [firstLabel, completeLabel] = [t`First ship date`, t`Complete date`];
  const theoryLabel = t`Complete date including max lead time`;
  return (
    <section aria-label={t`Verdict`} className={styles.strip}>
      <dl className={styles.dates}>
        <div>
          <dt>{firstLabel}</dt>
          <dd>
            {firstShipDate === null ? (
              <NoDate verdict={verdict} />
            ) : (
              <VerdictDate date={firstShipDate} label={firstLabel} isTheory={verdict.isFirstShipTheory} />
            )}
          </dd>
        </div>
        <div>
          <dt>
            {completeLabel} <Trans>from real stock</Trans>
          </dt>
          <dd>
            <CompleteDate verdict={verdict} label={completeLabel} lineNumber={lineNumber} />
          </dd>
        </div>
        <div>
          <dt>{theoryLabel}</dt>
          <dd>
            {completion.kind === 'known' ? (
              <VerdictDate date={completion.withMaxLeadTime} label={theoryLabel} />
            ) : (
              <NoDate verdict={verdict} withMaxLeadTime />
            )}
          </dd>
        </div>
      </dl>
      {completion.kind === 'known' && <Blockers completion={completion} lineNumber={lineNumber} />}
      {comparison && comparison.compared > 0 && <ComparisonLine comparison={comparison} />}
      <div className={styles.foot}>
        <StatusFilters counts={verdict.counts} shown={shown} onShow={onShow} />
        {oldestCheck !== null && (
          <p className={styles.muted}>
            <Trans>as of {formatTime(oldestCheck)}</Trans>{' '}
            {onRecheck && (
              <LinkButton onClick={onRecheck}>
                <Trans>Check all again</Trans>
              </LinkButton>
            )}
          </p>
        )}
      </div>
    </section>
  );
}

/** A date of the verdict as the service gave it; one up to today reads today. */
function VerdictDate(props: {
  date: CalendarDate;
  label: string;
  /** Whether it rests on a max lead time alone, where its label doesn't say so. */
  isTheory?: boolean;
}) {
  const { today, formatDate, formatFromToday } = useOrderWords();
  const { date, label, isTheory = false } = props;
  const isPast = date <= today;
  return (
    <>
      {/* eslint-disable-next-line jsx-a11y/no-redundant-roles -- a name is allowed on the role, where it is written */}
      <time role="time" dateTime={date} aria-label={label} className={isTheory ? styles.theory : styles.date}>
        {isPast ? <Trans>today</Trans> : formatDate(date, 'medium')}
      </time>
      {!isPast && <span className={styles.muted}>{formatFromToday(date)}</span>}
      {isTheory && (
        <span className={styles.muted}>
          <Trans>at max lead time, not from stock</Trans>
        </span>
      )}
    </>
  );
}

type LineNumber = VerdictStripProps['lineNumber'];

function CompleteDate(props: { verdict: OrderVerdict; label: string; lineNumber: LineNumber }) {
  const { verdict, label, lineNumber } = props;
  const { completion } = verdict;
  if (completion.kind !== 'known') return <NoDate verdict={verdict} />;
  const { real } = completion;
  if (real.kind === 'date') return <VerdictDate date={real.date} label={label} />;
  if (real.kind === 'working-out')
    return (
      <span className={styles.open}>
        <Trans>working out</Trans>
      </span>
    );
  return <NoRealDate kind={real.kind} lines={real.lines} lineNumber={lineNumber} />;
}

/** Which lines keep the order from a date from real stock. */
function NoRealDate(props: { kind: 'none' | 'not-answered'; lines: readonly LineKey[]; lineNumber: LineNumber }) {
  const { shown, more } = useFirstOf(props.lines, 5);
  const numbers = shown.map(props.lineNumber).join(', ') + (more ? ', …' : '');
  return (
    <span className={styles.open}>
      {props.kind === 'none' ? <Trans>none</Trans> : <Trans>not known</Trans>}
      <span className={styles.muted}>
        {props.kind === 'none' ? (
          <Trans>No real stock ever covers line {numbers}.</Trans>
        ) : (
          <Trans>The calendar of line {numbers} could not be had.</Trans>
        )}{' '}
        {more}
      </span>
    </span>
  );
}

/** Why there is no date; what holds without the lines that have no answer stands apart. */
function NoDate({ verdict, withMaxLeadTime = false }: { verdict: OrderVerdict; withMaxLeadTime?: boolean }) {
  const { t } = useLingui();
  const { today, formatDate } = useOrderWords();
  const { completion } = verdict;
  if (completion.kind !== 'not-known') return <span className={styles.open}>–</span>;
  const rest = completion.withoutThese;
  const real = rest?.real.kind === 'date' ? rest.real.date : null;
  const date = withMaxLeadTime ? (rest?.withMaxLeadTime ?? null) : real;
  const count = completion.unanswered.length;
  const without = date && (date <= today ? t`today` : formatDate(date, 'medium'));
  return (
    <span className={styles.open}>
      <Trans>not known: {count === 1 ? t`1 line` : t`${count} lines`} without an answer</Trans>
      {without && (
        <span className={styles.muted}>
          {count === 1 ? <Trans>without this line: {without}</Trans> : <Trans>without these lines: {without}</Trans>}
        </span>
      )}
    </span>
  );
}

/** The lines that hold the order up, and when it would be complete without each. */
function Blockers({ completion, lineNumber }: { completion: Completion; lineNumber: LineNumber }) {
  const { t } = useLingui();
  const { today, formatDate } = useOrderWords();
  const { shown, more } = useFirstOf(completion.blockers, 3);
  // Each needs a walk through the whole order.
  const rests = useMemo(() => shown.map((key) => ({ key, rest: completion.without(key) })), [completion, shown]);
  if (shown.length === 0) return null;

  function without(rest: ReturnType<Completion['without']>): string {
    if (rest === null) return t`nothing is left`;
    if (rest === 'working-out') return t`working out`;
    return rest.withMaxLeadTime <= today ? t`today` : formatDate(rest.withMaxLeadTime, 'medium');
  }

  return (
    <p className={styles.blockers}>
      <span className={styles.muted}>
        <Trans>Held up by</Trans>
      </span>
      {rests.map(({ key, rest }) => (
        <span key={key}>
          <Trans>
            <strong>line {lineNumber(key)}</strong>, without it: {without(rest)}
          </Trans>
        </span>
      ))}
      {more}
    </p>
  );
}

/** What changed since the check before, in figures; each line says its own in its note. */
function ComparisonLine({ comparison }: { comparison: Comparison }) {
  const { t } = useLingui();
  const formatTime = useTimeFormat();
  const { since, moved, recovered, lost, 'newly-max-lead-time': newly } = comparison;
  const changes = [
    moved > 0 && t`${plural(moved, { one: '# line moved', other: '# lines moved' })}`,
    newly > 0 && t`${newly} newly at max lead time`,
    recovered > 0 && t`${recovered} recovered`,
    lost > 0 && t`${lost} without a date now`,
  ].filter((change) => change !== false);
  const time = formatTime(since);
  return (
    <p className={styles.muted}>
      <Trans>Since the check of {time}:</Trans> {changes.length === 0 ? t`nothing changed` : changes.join(', ')}
    </p>
  );
}

/** How many lines have each status, each a switch that narrows the grid to them. */
function StatusFilters(props: { counts: StatusCounts } & Pick<VerdictStripProps, 'shown' | 'onShow'>) {
  const { t, i18n } = useLingui();
  const { counts, shown, onShow } = props;
  const { formatCount } = useLocale();
  return (
    <fieldset aria-label={t`Lines by status`} className={styles.filters}>
      {shownLines
        .filter((lines) => counts[lines] > 0 || lines === shown)
        .map((lines) => (
          <button
            key={lines}
            type="button"
            aria-pressed={lines === shown}
            data-lines={lines}
            className={styles.filter}
            onClick={() => onShow(lines === shown ? null : lines)}
          >
            {lines === 'late' ? t`Late` : statusWords(lines, i18n)} <b>{formatCount(counts[lines])}</b>
          </button>
        ))}
    </fieldset>
  );
}

/** The first of many, and a button that shows 50 more; null where all are shown. */
function useFirstOf<Item>(items: readonly Item[], few: number) {
  const [most, setMost] = useState(few);
  const shown = useMemo(() => items.slice(0, most), [items, most]);
  const count = items.length - shown.length;
  const more = count > 0 && (
    <LinkButton onClick={() => setMost(most + 50)}>
      <Trans>and {count} more</Trans>
    </LinkButton>
  );
  return { shown, more: more || null };
}

function useTimeFormat(): (time: number) => string {
  const { locale } = useOrderWords();
  return (time) => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' }).format(time);
}
