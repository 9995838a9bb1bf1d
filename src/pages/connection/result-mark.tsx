import { CircleCheck, CircleHelp, CircleMinus, CircleX, type LucideIcon } from 'lucide-react';

import type { ContractResult } from '#contract/contract-check.ts';

import classes from './result-mark.module.css';
import { useResultWords } from './use-result-words.ts';

const icons: Record<ContractResult, LucideIcon> = {
  met: CircleCheck,
  broken: CircleX,
  'not-shown': CircleHelp,
  'not-tried': CircleMinus,
};

/** A result by icon, word and colour. */
export function ResultMark({ result }: { result: ContractResult }) {
  const words = useResultWords();
  const Icon = icons[result];
  return (
    <span className={classes.mark} data-result={result}>
      <Icon aria-hidden size={18} strokeWidth={2} />
      {words[result]}
    </span>
  );
}
