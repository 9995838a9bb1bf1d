import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Radio, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { CalendarDays, Download, type LucideIcon, UserRound } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';

import type { DuplicateChoice } from '#stock/order/duplicates.ts';
import type { KnownProducts } from '#stock/order-list/prose-products.ts';
import { customersIn } from '#stock/order-list/prose-customer.ts';
import type { QuestionAbout } from '#stock/order-list/order-list.ts';
import { saveFile } from '#parts/export/table-export.ts';
import type { NewLine } from '#parts/saved-orders/saved-order.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import { useOrderWords } from '#orders/order-words.ts';
import { Dialog } from '#ui/dialog.tsx';
import { useLocale } from '#ui/locale.tsx';

import styles from './intake.module.css';
import { type ResolvedColumns, reviewedProducts } from './known-products.ts';
import { asideQuestion, questionWords, readingWords, refusedCsv, unusedWords } from './list-words.ts';
import type { OpenList } from './open-list.ts';
import { allSheets, type Aside } from './read-list.ts';
import {
  acceptedRows,
  contradictionOf,
  isReady,
  isSkipped,
  isUnknown,
  linesOf,
  type ListLookup,
  lookupOf,
  mergedQuestions,
  productUnitOf,
  repeatedProducts,
  reviewRows,
  type RowFix,
} from './review-rows.ts';
import { ReviewTable } from './review-table.tsx';

const choice = { body: { alignItems: 'center', minHeight: 36 } };
const typingPause = 300;
/** Ship-by dates offered for all lines; a text with more is about something else. */
const maxDays = 3;
/** Whether lines are added to the order or replace it. */
export type Placement = 'append' | 'replace';

/** A list to review. */
export interface ReviewedList extends ResolvedColumns {
  /** File name; null for pasted text. */
  source: string | null;
  /** Whether a line may name two products, as of the first reading. */
  mayContradict: boolean;
}

interface ReviewDialogProps extends ReviewedList {
  /** Whether the order has lines to replace. */
  canReplace: boolean;
  /** `customer`: the order's customer, if the user takes the one that the list names. */
  onTake: (lines: readonly NewLine[], placement: Placement, customer: string | null) => void;
  onClose: () => void;
}

/** Reviews a list: questions about the whole, then its editable rows, those with problems first. */
export function ReviewDialog(props: ReviewDialogProps) {
  const { t, i18n } = useLingui();
  const words = useOrderWords();
  const { formatDate } = words;
  const { formatCount } = useLocale();
  const { open, source, mayContradict, canReplace, onTake, onClose } = props;
  const { readSheet } = open;
  const [list, setList] = useState(open.list);
  const [answers, setAnswers] = useState(props.answers);
  const [questions, setQuestions] = useState(open.list.reading.questions);
  const [fixes, setFixes] = useState<ReadonlyMap<number, RowFix>>(new Map());
  const [duplicates, setDuplicates] = useState<DuplicateChoice>('keep-apart');
  /** Ship-by date for lines without one. */
  const [shipBy, setShipBy] = useState<CalendarDate | null>(null);
  const [customer, setCustomer] = useState<string | null>(null);
  const [placement, setPlacement] = useState<Placement>('append');
  /** Reasons for which rows and columns aren't read, unless selected. */
  const [included, setIncluded] = useState<readonly Aside['reason'][]>([]);
  const [isReading, setReading] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const discard = useRef<HTMLButtonElement>(null);
  const { known, named, isUnanswered } = useKnownProducts(list, fixes);
  const rows = useMemo(() => reviewRows(list, known, named), [list, known, named]);
  const accepted = useMemo(() => acceptedRows(rows, fixes, known), [rows, fixes, known]);
  const offered = useMemo(() => list.reading.prose.filter((line) => line.wholeDates.length > 0), [list]);
  const customers = useMemo(() => {
    const { prose, skipped } = list.reading;
    const titles = skipped.filter(({ code }) => code === 'heading');
    return customersIn([...prose, ...titles].toSorted((a, b) => a.line - b.line).map(({ text }) => text));
  }, [list]);
  const days = [...new Set(offered.flatMap((line) => line.wholeDates))].slice(0, maxDays);
  const lines = useMemo(() => linesOf(accepted, duplicates, shipBy), [accepted, duplicates, shipBy]);
  const repeated = useMemo(() => (list.isOwn ? 0 : repeatedProducts(accepted)), [list, accepted]);
  const { refused, skipped, unused } = list.reading;
  const leftOut = skipped.filter(({ code }) => code === 'marked').length;
  const layoutLines = skipped.length - leftOut;
  // Gets initial focus, so that Enter doesn't add lines whose product, quantity or date is ambiguous.
  const [first] = questions;
  const sheetOptions = [
    ...list.sheets.map(({ name, lines: count }) => ({
      value: name,
      label: t`${name} (${plural(count, { one: '# line', other: '# lines' })})`,
    })),
    ...(list.sheets.filter((sheet) => sheet.lines > 0).length > 1
      ? [{ value: allSheets, label: t`All sheets (${plural(sum(list.sheets), { one: '# line', other: '# lines' })})` }]
      : []),
  ];
  const unknown = accepted.filter((row) => isUnknown(row, known)).length;
  const contradictory = rows.filter((row) => contradictionOf(row, fixes.get(row.line)) !== null).length;
  const inOtherUnit = accepted.filter((row) => productUnitOf(row, known) !== null).length;
  const recognized = accepted.filter(
    (row) =>
      !isUnknown(row, known) &&
      contradictionOf(row, fixes.get(row.line)) === null &&
      productUnitOf(row, known) === null,
  );
  const openRefused = rows.filter((row) => {
    const fix = fixes.get(row.line);
    return row.refused !== null && !row.isIgnored && !isSkipped(row, fix) && !isReady({ ...row, ...fix });
  }).length;
  const hasOpenQuestion = questions.some(({ about, isOpen }) => isOpen && answers[about] === undefined);
  const isFieldFirst = first === undefined && openRefused > 0;

  async function reread(read: () => Promise<OpenList['list']>, answered: string | null) {
    setReading(true);
    try {
      const next = await read();
      setList(next);
      if (answered === null) {
        setFixes(new Map());
        setQuestions(next.reading.questions);
        setAnswers({});
        setIncluded([]);
      } else {
        setQuestions((before) => mergedQuestions(before, next.reading.questions, answered));
      }
    } finally {
      setReading(false);
    }
  }

  function answer(about: QuestionAbout, key: string) {
    // Other answers don't apply to different columns.
    const next: typeof answers = about === 'columns' ? { columns: key } : { ...answers, [about]: key };
    setAnswers(next);
    void reread(() => open.again(next, included), about);
  }

  function include({ reason, changesOthers }: Aside, isIncluded: boolean) {
    const next = [...included.filter((each) => each !== reason), ...(isIncluded ? [reason] : [])];
    setIncluded(next);
    // Answers about other columns don't apply.
    const kept = changesOthers ? {} : answers;
    setAnswers(kept);
    void reread(() => open.again(kept, next), 'included');
  }

  function fix(line: number, change: RowFix) {
    setFixes((before) => new Map(before).set(line, { ...before.get(line), ...change }));
  }

  function leave() {
    const hasMore = fixes.size > 0 || answers !== props.answers;
    if (!hasMore) onClose();
    else if (isLeaving) stay();
    else setLeaving(true);
  }

  function stay() {
    setLeaving(false);
    requestAnimationFrame(() => discard.current?.focus());
  }

  function downloadRefused() {
    const csv = refusedCsv(refused, [t`Line`, t`Text`, t`Reason`], i18n);
    saveFile(t`skipped-lines.csv`, new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  }

  const action =
    placement === 'replace' && canReplace
      ? t`${plural(lines.length, { one: 'Replace the order with # line', other: 'Replace the order with # lines' })}`
      : t`${plural(lines.length, { one: 'Add # line', other: 'Add # lines' })}`;

  return (
    <Dialog title={t`Review lines`} closeLabel={t`Discard lines`} width={1200} isKeptOpen onClose={leave}>
      <div className={styles.questions}>
        <p aria-live="polite">
          {source !== null && (
            <>
              <bdi>{source}</bdi>:{' '}
            </>
          )}
          <strong>
            <Plural value={recognized.length} one="# line recognized" other="# lines recognized" />
          </strong>
          {'. '}
          {openRefused > 0 && (
            <strong className={styles.bad}>
              <Plural
                value={openRefused}
                one="# line needs attention. Correct it or it is skipped."
                other="# lines need attention. Correct them or they are skipped."
              />{' '}
            </strong>
          )}
          {unknown > 0 && (
            <strong className={styles.bad}>
              <Plural value={unknown} one="# unknown product." other="# unknown products." />{' '}
            </strong>
          )}
          {contradictory > 0 && (
            <strong className={styles.bad}>
              <Plural value={contradictory} one="# line names two products." other="# lines name two products." />{' '}
            </strong>
          )}
          {inOtherUnit > 0 && (
            <strong className={styles.bad}>
              <Plural value={inOtherUnit} one="Unit differs in # line." other="Unit differs in # lines." />{' '}
            </strong>
          )}
          {isUnanswered && (
            <strong className={styles.bad}>
              <Trans>Couldn't load product names and units.</Trans>{' '}
            </strong>
          )}
          {known === undefined && !isUnanswered && <Trans>Loading products…</Trans>}
          {list.unreadable.length > 0 && (
            <strong className={styles.bad}>
              <Trans>Couldn't read: {list.unreadable.join(', ')}. Save the workbook again as XLSX or CSV.</Trans>{' '}
            </strong>
          )}
          {list.hasStrikeRule && (
            <strong className={styles.bad}>
              <Trans>
                The sheet strikes out cells by a rule, which isn't read. Check which lines are ordered.
              </Trans>{' '}
            </strong>
          )}
          {layoutLines > 0 && (
            <>
              <Trans>Skipped headers, separators and totals: {formatCount(layoutLines)}</Trans>{' '}
            </>
          )}
          {leftOut > 0 && (
            <strong>
              <Plural value={leftOut} one="# line left out." other="# lines left out." />{' '}
            </strong>
          )}
          {hasOpenQuestion && (
            <strong className={styles.bad}>
              <Trans>Select which lines are ordered.</Trans>{' '}
            </strong>
          )}
          {unusedWords(unused, i18n)}
        </p>
        {readSheet && list.sheets.length > 1 && (
          <NativeSelect
            label={t`Worksheet`}
            data={sheetOptions}
            value={list.sheet ?? ''}
            maw={320}
            onChange={(event) => {
              const { value } = event.currentTarget;
              void reread(() => readSheet(value), null);
            }}
          />
        )}
        {list.asides.map((aside) => (
          <Question
            key={aside.reason}
            title={asideQuestion(aside, i18n)}
            value={aside.isIncluded ? 'include' : 'skip'}
            choices={[
              ['skip', t`Skip`],
              ['include', t`Include`],
            ]}
            onChange={(choice) => include(aside, choice === 'include')}
          />
        ))}
        {questions.map((question) => (
          <Question
            key={question.about}
            title={questionWords(question, words)}
            value={answers[question.about] ?? (question.isOpen ? null : (question.readings[0]?.key ?? ''))}
            isFirst={question === first}
            choices={question.readings.map((reading) => [reading.key, readingWords(question, reading, words)])}
            onChange={(key) => answer(question.about, key)}
          />
        ))}
        {days.map((date) => {
          const isUsed = date === shipBy;
          const day = formatDate(date, 'long');
          const texts = offered.filter(({ wholeDates }) => wholeDates.includes(date)).map(({ text }) => text.trim());
          return (
            <Offer key={date} Icon={CalendarDays} isUsed={isUsed} onUse={() => setShipBy(isUsed ? null : date)}>
              {isUsed ? (
                <Trans>Ship by {day} for all lines without a date.</Trans>
              ) : (
                <Trans>Ship by {day} for all lines?</Trans>
              )}{' '}
              <Text span inherit c="dimmed">
                <bdi>{texts.map((each) => t`“${each}”`).join(', ')}</bdi>
              </Text>
            </Offer>
          );
        })}
        {customers.map((name) => {
          const isUsed = name === customer;
          return (
            <Offer key={name} Icon={UserRound} isUsed={isUsed} onUse={() => setCustomer(isUsed ? null : name)}>
              {isUsed ? (
                <Trans>
                  The order's customer becomes “<bdi>{name}</bdi>”.
                </Trans>
              ) : (
                <Trans>
                  Use “<bdi>{name}</bdi>” as the order's customer?
                </Trans>
              )}
            </Offer>
          );
        })}
        {(repeated > 0 || duplicates !== 'keep-apart') && (
          <Question<DuplicateChoice>
            title={
              <Plural
                value={repeated}
                one="# product appears more than once"
                other="# products appear more than once"
              />
            }
            value={duplicates}
            choices={[
              ['keep-apart', t`Keep as separate lines`],
              ['add-up', t`Add quantities`],
              ['last-wins', t`Keep last line only`],
            ]}
            onChange={setDuplicates}
          />
        )}
        {canReplace && (
          <Question<Placement>
            title={t`The order already has lines`}
            value={placement}
            choices={[
              ['append', t`Add to existing lines`],
              ['replace', t`Replace existing lines`],
            ]}
            onChange={setPlacement}
          />
        )}
      </div>
      <ReviewTable
        rows={rows}
        known={known}
        fixes={fixes}
        shipBy={shipBy}
        isFirst={first === undefined && mayContradict && !isFieldFirst}
        isFieldFirst={isFieldFirst}
        onFix={fix}
      />
      {isLeaving ? (
        <LeaveQuestion onKeep={stay} onLeave={onClose} />
      ) : (
        <Group gap={10} flex="none" className={styles.actions}>
          {refused.length > 0 && (
            <Button
              variant="subtle"
              visibleFrom="sm"
              leftSection={<Download size={18} aria-hidden />}
              onClick={downloadRefused}
            >
              <Trans>Download skipped lines</Trans>
            </Button>
          )}
          <span className={styles.gap} />
          <Button ref={discard} variant="default" onClick={leave}>
            <Trans>Discard</Trans>
          </Button>
          <Button
            data-autofocus={(first === undefined && !mayContradict && !isFieldFirst) || undefined}
            disabled={lines.length === 0 || hasOpenQuestion}
            loading={isReading}
            onClick={() => onTake(lines, canReplace ? placement : 'append', customer)}
          >
            {action}
          </Button>
        </Group>
      )}
    </Dialog>
  );
}

function sum(sheets: OpenList['list']['sheets']): number {
  return sheets.reduce((total, { lines }) => total + lines, 0);
}

/** Looks up the products in the list and those entered by the user; undefined until loaded. */
function useKnownProducts(list: OpenList['list'], fixes: ReadonlyMap<number, RowFix>) {
  const [fixed] = useDebouncedValue(fixes, typingPause);
  const { data: listed, isError } = useReviewed(useMemo(() => lookupOf(list), [list]));
  const typed = useMemo(() => Array.from(fixed.values(), ({ product = '' }) => product), [fixed]);
  const { data: written } = useReviewed({ texts: typed, keys: [], names: [] });
  const known = useMemo<KnownProducts | undefined>(
    () => listed && new Map([...listed.known, ...(written?.known ?? [])]),
    [listed, written],
  );
  return { known, named: listed?.named, isUnanswered: isError && listed === undefined };
}

function useReviewed(lookup: ListLookup) {
  const queries = useQueryClient();
  return useQuery({ ...reviewedProducts(lookup, queries), placeholderData: keepPreviousData });
}

interface OfferProps {
  Icon: LucideIcon;
  isUsed: boolean;
  /** Uses it, or no longer. */
  onUse: () => void;
  children: ReactNode;
}

/** What the list says about the whole order, to be used for it. */
function Offer({ Icon, isUsed, onUse, children }: OfferProps) {
  return (
    <div className={styles.offer} data-used={isUsed || undefined}>
      <Icon aria-hidden size={16} />
      <p>{children}</p>
      <Button variant="default" size="compact-sm" onClick={onUse}>
        {isUsed ? <Trans>Don't use</Trans> : <Trans>Use</Trans>}
      </Button>
    </div>
  );
}

/** A question with a few answers, one of them selected unless `value` is null. */
function Question<Value extends string>(props: {
  /** Whether its answer has focus when the dialog opens. */
  isFirst?: boolean;
  title: ReactNode;
  value: Value | null;
  choices: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
}) {
  return (
    <Radio.Group label={props.title} value={props.value} onChange={props.onChange}>
      <Group gap="0 24px">
        {props.choices.map(([value, label]) => (
          <Radio
            key={value}
            value={value}
            label={label}
            size="md"
            styles={choice}
            data-autofocus={(props.isFirst && value === (props.value ?? props.choices[0]?.[0])) || undefined}
          />
        ))}
      </Group>
    </Radio.Group>
  );
}

/** Confirms that an edited list is discarded; replaces the other actions. */
function LeaveQuestion({ onKeep, onLeave }: { onKeep: () => void; onLeave: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <Group role="alert" gap={10} flex="none" className={styles.actions}>
      <Text inherit fw={700} flex="1 1 16em">
        <Trans>Discard this list and your changes?</Trans>
      </Text>
      <Button ref={keep} variant="default" onClick={onKeep}>
        <Trans>Keep editing</Trans>
      </Button>
      <Button color="red" onClick={onLeave}>
        <Trans>Discard list</Trans>
      </Button>
    </Group>
  );
}
