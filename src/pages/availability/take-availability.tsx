import { useLingui } from '@lingui/react/macro';
import type { RefObject } from 'react';

import { goodsWords } from '#features/answer/answer-sentence.ts';
import { CopyLink } from '#features/export/copy-link.tsx';
import { ExportMenu } from '#features/export/export-menu.tsx';
import { inOneBatch } from '#features/export/exportable.ts';
import type { CalendarEvent } from '#domain/export/calendar-file.ts';
import { later } from '#lib/calendar-date.ts';

import { availabilityColumns, availabilityRows } from './availability-rows.ts';
import { copiedAnswer } from './copied-answer.ts';
import type { Question } from './question.ts';
import { asOfWords } from './recent-words.ts';
import { useAsked, type Asked } from './use-asked.ts';

/** The answer to take along: its breaks as a table, the chart, the promised day, and a link to all of it. */
export function TakeAvailability({ question, chartRef }: { question: Question; chartRef: RefObject<Element | null> }) {
  const { t, i18n } = useLingui();
  const asked = useAsked(question);
  const { product, wording, answer, item, contradiction, timeline } = asked;
  const title = goodsWords(wording, product, question.quantity);
  if (answer === null || asked.calendar.isPending) return <CopyLink title={title} />;
  const rows = availabilityRows(asked, i18n);
  const promised = answer.kind === 'max-lead-time' ? t`${title} (subject to the maximum lead time)` : title;
  const canPromise = answer.kind !== 'not-available' && contradiction === null;
  return (
    <>
      <CopyLink title={title} />
      <ExportMenu
        screen="availability"
        retrievedAt={item.settledAt}
        filter={title}
        table={{
          name: t`Availability`,
          columns: availabilityColumns(i18n),
          rows: [{ scope: 'all', count: rows.length, batches: inOneBatch(rows) }],
        }}
        chart={
          timeline === null ? undefined : { title, element: () => chartRef.current?.querySelector('figure') ?? null }
        }
        events={canPromise ? () => promisedDay(asked, promised) : undefined}
      />
    </>
  );
}

function promisedDay({ question, product, answer, wording, item }: Asked, summary: string): CalendarEvent[] {
  if (answer === null || answer.kind === 'not-available') return [];
  const { quantity } = question;
  const asOf = asOfWords(wording, item.settledAt);
  const { text } = copiedAnswer(wording, { product, quantity, answer, mostAvailable: null, asOf });
  const key = `${product.productId}-${quantity}`;
  return [{ key, date: later(wording.today, answer.date), summary, description: text }];
}
