import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';

import type { LineKey } from '#domain/order/order-line.ts';
import type { OrderVerdict } from '#domain/order/order-verdict.ts';

import { Blockers } from './blockers.tsx';
import { ComparisonLine } from './comparison-line.tsx';
import { MoreLines } from './more-lines.tsx';
import type { OrderOverview } from './order-overview.ts';
import { useFirstOf } from './use-first-of.ts';
import { useOrderWords } from './use-order-words.ts';
import { VerdictDate } from './verdict-date.tsx';
import styles from './verdict-strip.module.css';

/** When the order can leave, first and last, and what holds it up. */
export function VerdictStrip(props: {
  overview: OrderOverview;
  /** The number on screen of a line, by its key. */
  lineNumber: (key: number) => number;
  onRecheck: (() => void) | null;
  children: ReactNode;
}) {
  const { t } = useLingui();
  const { verdict } = props.overview;
  return (
    <section aria-label={t`Verdict`} className={styles.strip}>
      <dl className={styles.dates}>
        <Figure label={t`First ship date`}>
          {(label) =>
            verdict.firstShipDate === null ? (
              <NoDate verdict={verdict} />
            ) : (
              <VerdictDate date={verdict.firstShipDate} label={label} isTheory={verdict.isFirstShipTheory} />
            )
          }
        </Figure>
        <Figure label={t`Complete date`} caption={<Trans>from real stock</Trans>}>
          {(label) => <CompleteDate verdict={verdict} label={label} lineNumber={props.lineNumber} />}
        </Figure>
        <Figure label={t`Complete date including max lead time`}>
          {(label) =>
            verdict.completion.kind === 'known' ? (
              <VerdictDate date={verdict.completion.withMaxLeadTime} label={label} />
            ) : (
              <NoDate verdict={verdict} withMaxLeadTime />
            )
          }
        </Figure>
      </dl>
      <Blockers verdict={verdict} lineNumber={props.lineNumber} />
      {props.overview.comparison && <ComparisonLine comparison={props.overview.comparison} />}
      <div className={styles.foot}>
        {props.children}
        <AsOf checkedAt={verdict.oldestCheck} onRecheck={props.onRecheck} />
      </div>
    </section>
  );
}

function Figure(props: { label: string; caption?: ReactNode; children: (label: string) => ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt className={styles.label}>
        {props.label}
        {props.caption && <span className={styles.caption}> {props.caption}</span>}
      </dt>
      <dd className={styles.value}>{props.children(props.label)}</dd>
    </div>
  );
}

function CompleteDate(props: { verdict: OrderVerdict; label: string; lineNumber: (key: number) => number }) {
  const { verdict, label, lineNumber } = props;
  const { completion } = verdict;
  if (completion.kind !== 'known') return <NoDate verdict={verdict} />;
  const { real } = completion;
  if (real.kind === 'date') return <VerdictDate date={real.date} label={label} />;
  if (real.kind === 'working-out')
    return (
      <Open>
        <Trans>working out</Trans>
      </Open>
    );
  return <NoRealDate kind={real.kind} lines={real.lines} lineNumber={lineNumber} />;
}

const few = 5;

/** Which lines keep the order from a date from real stock. */
function NoRealDate(props: {
  kind: 'none' | 'not-answered';
  lines: readonly LineKey[];
  lineNumber: (key: number) => number;
}) {
  const { shown, more, showMore } = useFirstOf(props.lines, few);
  const numbers = shown.map(props.lineNumber).join(', ') + (more > 0 ? ', …' : '');
  return (
    <Open>
      {props.kind === 'none' ? <Trans>none</Trans> : <Trans>not known</Trans>}
      <span className={styles.why}>
        {props.kind === 'none' ? (
          <Trans>No real stock ever covers line {numbers}.</Trans>
        ) : (
          <Trans>The calendar of line {numbers} could not be had.</Trans>
        )}{' '}
        <MoreLines count={more} onShow={showMore} />
      </span>
    </Open>
  );
}

/** Why there is no date; what holds without the lines that have no answer stands apart. */
function NoDate({ verdict, withMaxLeadTime = false }: { verdict: OrderVerdict; withMaxLeadTime?: boolean }) {
  const { t } = useLingui();
  const { today, formatDate } = useOrderWords();
  const { completion } = verdict;
  if (completion.kind !== 'not-known') return <Open>–</Open>;
  const rest = completion.withoutThese;
  const real = rest?.real.kind === 'date' ? rest.real.date : null;
  const date = withMaxLeadTime ? (rest?.withMaxLeadTime ?? null) : real;
  const count = completion.unanswered.length;
  const without = date && (date <= today ? t`today` : formatDate(date, 'medium'));
  return (
    <Open>
      <Trans>not known: {count === 1 ? t`1 line` : t`${count} lines`} without an answer</Trans>
      {without && (
        <span className={styles.why}>
          {count === 1 ? <Trans>without this line: {without}</Trans> : <Trans>without these lines: {without}</Trans>}
        </span>
      )}
    </Open>
  );
}

function Open({ children }: { children: ReactNode }) {
  return <span className={styles.open}>{children}</span>;
}

function AsOf({ checkedAt, onRecheck }: { checkedAt: number | null; onRecheck: (() => void) | null }) {
  const { locale } = useOrderWords();
  if (checkedAt === null) return null;
  const format = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short' });
  return (
    <p className={styles.asOf}>
      <Trans>as of {format.format(checkedAt)}</Trans>
      {onRecheck && (
        <button type="button" className={styles.recheck} onClick={onRecheck}>
          <Trans>Check all again</Trans>
        </button>
      )}
    </p>
  );
}
