import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Download } from 'lucide-react';
import { useMemo, useRef, useState } from 'react';

import { Dialog } from '#ui/dialog.tsx';
import { saveFile } from '#features/export/take-table.ts';
import type { NewLine } from '#features/saved-orders/saved-order.ts';
import type { DuplicateChoice } from '#domain/order/duplicates.ts';

import { DuplicateQuestion } from './duplicate-question.tsx';
import { LeaveQuestion } from './leave-question.tsx';
import type { OpenList } from './reading/open-list.ts';
import { mergedQuestions } from './merged-questions.ts';
import { readingWords, questionWords } from './reading-words.ts';
import { RadioQuestion } from './radio-question.tsx';
import { refusedCsv } from './refused-csv.ts';
import styles from './review-dialog.module.css';
import { acceptedRows, isReady, linesOf, repeatedProducts, reviewRows, type RowFix } from './review-rows.ts';
import { ReviewSummary } from './review-summary.tsx';
import { ReviewTable } from './review-table.tsx';
import { useOrderWords } from './use-order-words.ts';

const csvType = 'text/csv;charset=utf-8';

/** Where the lines go: to the end of the order, in its place, or into a new one beside it. */
export type Placement = 'append' | 'replace' | 'new-order';

/** A list beside what was understood of it: questions about the whole, problems first, each fixable in place. */
export function ReviewDialog(props: {
  open: OpenList;
  /** Where it comes from: a file's name; null for what was pasted. */
  source: string | null;
  /** Whether it came by a link, which replaces nothing. */
  isShared?: boolean;
  /** Whether the order has lines, so that the list can replace them. */
  canReplace: boolean;
  onTake: (lines: readonly NewLine[], placement: Placement) => void;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const words = useOrderWords();
  const { open, canReplace, isShared = false, onTake, onClose } = props;
  const [list, setList] = useState(open.list);
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const [asked] = useState(() => open.list.reading.questions);
  const [questions, setQuestions] = useState(asked);
  const [fixes, setFixes] = useState<ReadonlyMap<number, RowFix>>(new Map());
  const [duplicates, setDuplicates] = useState<DuplicateChoice>('keep-apart');
  const [placement, setPlacement] = useState<Placement>(isShared ? 'new-order' : 'append');
  const [isReading, setReading] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const discard = useRef<HTMLButtonElement>(null);
  const rows = useMemo(() => reviewRows(list.reading, list.notes), [list]);
  const accepted = useMemo(() => acceptedRows(rows, fixes), [rows, fixes]);
  const lines = useMemo(() => linesOf(accepted, duplicates), [accepted, duplicates]);
  const repeated = useMemo(() => repeatedProducts(accepted), [accepted]);
  const { refused } = list.reading;
  const openRefused = rows.filter((row) => {
    const fix = fixes.get(row.line);
    return row.refused !== null && !fix?.isLeftOut && !isReady({ ...row, ...fix });
  }).length;

  async function reread(read: () => Promise<OpenList['list']>, answered: string | null) {
    setReading(true);
    try {
      const next = await read();
      setList(next);
      if (answered === null) {
        setFixes(new Map());
        setQuestions(next.reading.questions);
        setAnswers({});
      } else {
        setQuestions((before) => mergedQuestions(before, next.reading.questions, answered));
      }
    } finally {
      setReading(false);
    }
  }

  function answer(about: string, key: string) {
    // What was answered about the columns before says nothing about others.
    const next = about === 'columns' ? { columns: key } : { ...answers, [about]: key };
    setAnswers(next);
    void reread(() => open.again(next), about);
  }

  function fix(line: number, change: RowFix) {
    setFixes((before) => new Map(before).set(line, { ...before.get(line), ...change }));
  }

  function leave() {
    const hasMore = isShared || fixes.size > 0 || Object.keys(answers).length > 0;
    if (!hasMore) onClose();
    else if (isLeaving) stay();
    else setLeaving(true);
  }

  function stay() {
    setLeaving(false);
    requestAnimationFrame(() => discard.current?.focus());
  }

  const { readSheet } = open;
  const action =
    placement === 'replace' && canReplace
      ? t`Replace the order with ${lines.length} lines`
      : lines.length === 1
        ? t`Add 1 line`
        : t`Add ${lines.length} lines`;

  return (
    <Dialog title={t`Review pasted lines`} closeLabel={t`Discard these lines`} width={1080} isKeptOpen onClose={leave}>
      <div className={styles.questions}>
        <ReviewSummary source={props.source} reading={list.reading} openRefused={openRefused} />
        {readSheet && list.sheets.length > 1 && (
          <label className={styles.sheet}>
            <Trans>Sheet</Trans>
            <select
              value={list.sheet ?? ''}
              onChange={(event) => {
                const { value } = event.currentTarget;
                void reread(() => readSheet(value), null);
              }}
            >
              {list.sheets.map((sheet) => (
                <option key={sheet}>{sheet}</option>
              ))}
            </select>
          </label>
        )}
        {questions.map((question) => (
          <RadioQuestion
            key={question.about}
            title={questionWords(question, words)}
            value={answers[question.about] ?? question.readings[0]?.key ?? ''}
            choices={question.readings.map((reading) => ({
              value: reading.key,
              label: readingWords(question, reading, words),
            }))}
            onChange={(key) => answer(question.about, key)}
          />
        ))}
        {repeated > 0 || duplicates !== 'keep-apart' ? (
          <DuplicateQuestion count={repeated} value={duplicates} onChange={setDuplicates} />
        ) : null}
        {canReplace && (
          <RadioQuestion
            title={t`The order has lines already`}
            value={placement}
            choices={[
              ...(isShared ? [{ value: 'new-order', label: t`Open a new order, and keep this one` }] : []),
              { value: 'append', label: t`Add these to them` },
              ...(isShared ? [] : [{ value: 'replace', label: t`Replace them` }]),
            ]}
            onChange={(value) => setPlacement(value as Placement)}
          />
        )}
      </div>
      <ReviewTable rows={rows} texts={list.texts} fixes={fixes} onFix={fix} />
      {isLeaving ? (
        <LeaveQuestion onKeep={stay} onLeave={onClose} />
      ) : (
        <div className={styles.actions}>
          {refused.length > 0 && (
            <Button
              variant="subtle"
              leftSection={<Download size={18} aria-hidden />}
              onClick={() =>
                saveFile(
                  t`refused-lines.csv`,
                  new Blob([refusedCsv(refused, [t`Line`, t`Text`, t`Reason`], i18n)], { type: csvType }),
                )
              }
            >
              <Trans>Download refused lines</Trans>
            </Button>
          )}
          <span className={styles.gap} />
          <Button ref={discard} variant="default" onClick={leave}>
            <Trans>Discard</Trans>
          </Button>
          <Button
            data-autofocus
            disabled={lines.length === 0}
            loading={isReading}
            onClick={() => onTake(lines, canReplace ? placement : 'append')}
          >
            {action}
          </Button>
        </div>
      )}
    </Dialog>
  );
}
