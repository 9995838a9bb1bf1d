import { CalendarCheck, CalendarX } from 'lucide-react';

import type { Answer } from '#domain/answer.ts';

import { neededByWords } from './needed-by-sentence.ts';
import type { Asked } from './use-asked.ts';
import styles from './verdict-mark.module.css';

/** Whether the answer makes the day it is needed by: *in time*, *n days late*, *short by n*. */
export function VerdictMark({ asked, answer }: { asked: Asked; answer: Answer }) {
  const verdict = neededByWords(asked, answer);
  if (verdict === null) return null;
  const Icon = verdict.tone === 'late' ? CalendarX : CalendarCheck;
  return (
    <span className={styles.verdict} data-verdict={verdict.tone}>
      <Icon size={18} aria-hidden="true" />
      {verdict.words}
    </span>
  );
}
