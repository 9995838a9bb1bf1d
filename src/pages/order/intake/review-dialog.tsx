import '@mantine/core/styles/Group.css';
import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Radio.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, NativeSelect, Radio } from '@mantine/core';
import { Download } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useRef, useState } from 'react';

import type { DuplicateChoice } from '#domain/order/duplicates.ts';
import { saveFile } from '#features/export/take-table.ts';
import type { NewLine } from '#features/saved-orders/saved-order.ts';
import { useOrderWords } from '#pages/order/order-words.ts';
import { Dialog } from '#ui/dialog.tsx';

import styles from './intake.module.css';
import { questionWords, readingWords, refusedCsv } from './list-words.ts';
import type { OpenList } from './open-list.ts';
import {
  acceptedRows,
  isReady,
  linesOf,
  mergedQuestions,
  repeatedProducts,
  reviewRows,
  type RowFix,
} from './review-rows.ts';
import { ReviewTable } from './review-table.tsx';

const choice = { body: styles.choice ?? '' };

/** Where the lines go: to the end of the order, in its place, or into a new one beside it. */
export type Placement = 'append' | 'replace' | 'new-order';

/** A list beside what was understood of it: questions about the whole, problems first, each fixable in place. */
export function ReviewDialog(props: {
  open: OpenList;
  /** Where it comes from: a file's name; null for what was pasted. */
  source: string | null;
  /** Whether it came by a link, which replaces nothing. */
  isShared: boolean;
  /** Whether the order has lines, so that the list can replace them. */
  canReplace: boolean;
  onTake: (lines: readonly NewLine[], placement: Placement) => void;
  onClose: () => void;
}) {
  const { t, i18n } = useLingui();
  const words = useOrderWords();
  const { open, source, canReplace, isShared, onTake, onClose } = props;
  const { readSheet } = open;
  const [list, setList] = useState(open.list);
  const [answers, setAnswers] = useState<Record<string, string>>({});
  const [questions, setQuestions] = useState(open.list.reading.questions);
  const [fixes, setFixes] = useState<ReadonlyMap<number, RowFix>>(new Map());
  const [duplicates, setDuplicates] = useState<DuplicateChoice>('keep-apart');
  const [placement, setPlacement] = useState<Placement>(isShared ? 'new-order' : 'append');
  const [isReading, setReading] = useState(false);
  const [isLeaving, setLeaving] = useState(false);
  const discard = useRef<HTMLButtonElement>(null);
  const rows = useMemo(() => reviewRows(list), [list]);
  const accepted = useMemo(() => acceptedRows(rows, fixes), [rows, fixes]);
  const lines = useMemo(() => linesOf(accepted, duplicates), [accepted, duplicates]);
  const repeated = useMemo(() => repeatedProducts(accepted), [accepted]);
  const { refused, skipped, lines: understood } = list.reading;
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

  function downloadRefused() {
    const csv = refusedCsv(refused, [t`Line`, t`Text`, t`Reason`], i18n);
    saveFile(t`refused-lines.csv`, new Blob([csv], { type: 'text/csv;charset=utf-8' }));
  }

  const action =
    placement === 'replace' && canReplace
      ? t`Replace the order with ${lines.length} lines`
      : lines.length === 1
        ? t`Add 1 line`
        : t`Add ${lines.length} lines`;

  return (
    <Dialog title={t`Review pasted lines`} closeLabel={t`Discard these lines`} width={1080} isKeptOpen onClose={leave}>
      <div className={styles.questions}>
        <p aria-live="polite">
          {source !== null && (
            <>
              <bdi>{source}</bdi>:{' '}
            </>
          )}
          <strong>
            <Plural value={understood.length} one="# line understood" other="# lines understood" />
          </strong>
          {openRefused > 0 && (
            <>
              ,{' '}
              <strong className={styles.bad}>
                <Plural
                  value={openRefused}
                  one="# line needs a look: fix it here, or it is left out"
                  other="# lines need a look: fix them here, or they are left out"
                />
              </strong>
            </>
          )}
          {skipped.length > 0 && (
            <>
              . <Trans>Headers, rulers and totals skipped: {skipped.length}</Trans>
            </>
          )}
        </p>
        {readSheet && list.sheets.length > 1 && (
          <NativeSelect
            label={t`Sheet`}
            data={[...list.sheets]}
            value={list.sheet ?? ''}
            maw={320}
            onChange={(event) => {
              const { value } = event.currentTarget;
              void reread(() => readSheet(value), null);
            }}
          />
        )}
        {questions.map((question) => (
          <Question
            key={question.about}
            title={questionWords(question, words)}
            value={answers[question.about] ?? question.readings[0]?.key ?? ''}
            choices={question.readings.map((reading) => [reading.key, readingWords(question, reading, words)])}
            onChange={(key) => answer(question.about, key)}
          />
        ))}
        {(repeated > 0 || duplicates !== 'keep-apart') && (
          <Question<DuplicateChoice>
            title={
              <Plural
                value={repeated}
                one="# product stands on several lines"
                other="# products stand on several lines"
              />
            }
            value={duplicates}
            choices={[
              ['keep-apart', t`Keep the lines apart`],
              ['add-up', t`Add them up`],
              ['last-wins', t`The last one wins`],
            ]}
            onChange={setDuplicates}
          />
        )}
        {canReplace && (
          <Question<Placement>
            title={t`The order has lines already`}
            value={placement}
            choices={
              isShared
                ? [
                    ['new-order', t`Open a new order, and keep this one`],
                    ['append', t`Add these to them`],
                  ]
                : [
                    ['append', t`Add these to them`],
                    ['replace', t`Replace them`],
                  ]
            }
            onChange={setPlacement}
          />
        )}
      </div>
      <ReviewTable rows={rows} fixes={fixes} onFix={fix} />
      {isLeaving ? (
        <LeaveQuestion onKeep={stay} onLeave={onClose} />
      ) : (
        <div className={styles.actions}>
          {refused.length > 0 && (
            <Button variant="subtle" leftSection={<Download size={18} aria-hidden />} onClick={downloadRefused}>
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

/** A question with a few answers, one of which is always chosen. */
function Question<Value extends string>(props: {
  title: ReactNode;
  value: Value;
  choices: readonly (readonly [value: Value, label: string])[];
  onChange: (value: Value) => void;
}) {
  return (
    <Radio.Group label={props.title} value={props.value} onChange={props.onChange}>
      <Group gap="0 24px">
        {props.choices.map(([value, label]) => (
          <Radio key={value} value={value} label={label} size="md" classNames={choice} />
        ))}
      </Group>
    </Radio.Group>
  );
}

/** Asks before a list goes on which the person has worked; stands in place of what else can be done with it. */
function LeaveQuestion({ onKeep, onLeave }: { onKeep: () => void; onLeave: () => void }) {
  const keep = useRef<HTMLButtonElement>(null);
  useEffect(() => keep.current?.focus(), []);
  return (
    <div role="alert" className={styles.actions}>
      <strong className={styles.leaving}>
        <Trans>Discard this list, with all that you chose and mended in it?</Trans>
      </strong>
      <Button ref={keep} variant="default" onClick={onKeep}>
        <Trans>Keep it</Trans>
      </Button>
      <Button color="red" onClick={onLeave}>
        <Trans>Discard the list</Trans>
      </Button>
    </div>
  );
}
