import { Plural, useLingui } from '@lingui/react/macro';

import type { DuplicateChoice } from '#domain/order/duplicates.ts';

import { RadioQuestion } from './radio-question.tsx';

/** What becomes of products that stand on more than one line. */
export function DuplicateQuestion(props: {
  count: number;
  value: DuplicateChoice;
  onChange: (choice: DuplicateChoice) => void;
}) {
  const { t } = useLingui();
  const labels: Record<DuplicateChoice, string> = {
    'keep-apart': t`Keep the lines apart`,
    'add-up': t`Add them up`,
    'last-wins': t`The last one wins`,
  };
  const title = (
    <Plural value={props.count} one="# product stands on several lines" other="# products stand on several lines" />
  );
  return (
    <RadioQuestion
      title={title}
      value={props.value}
      choices={(Object.keys(labels) as DuplicateChoice[]).map((value) => ({ value, label: labels[value] }))}
      onChange={(value) => props.onChange(value as DuplicateChoice)}
    />
  );
}
