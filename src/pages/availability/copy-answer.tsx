import { Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';

import { copyToClipboard } from '#features/export/copy-to-clipboard.ts';
import { TextToCopy } from '#features/export/text-to-copy.tsx';
import type { Answer } from '#domain/answer.ts';
import { quantityBreaks } from '#domain/quantity-breaks.ts';

import styles from './answer-footer.module.css';
import { copiedAnswer } from './copied-answer.ts';
import { asOfWords } from './recent-words.ts';
import type { Asked } from './use-asked.ts';

const confirmedFor = 4000;

/** Copies the answer for a customer; where the clipboard is refused, the text stands there to be copied by hand. */
export function CopyAnswer({ asked, answer }: { asked: Asked; answer: Answer }) {
  const { t } = useLingui();
  const [outcome, setOutcome] = useState<'none' | 'copied' | 'refused'>('none');
  const { wording, product, question, timeline, item } = asked;
  const copied = copiedAnswer(wording, {
    product,
    quantity: question.quantity,
    answer,
    mostAvailable: timeline && (quantityBreaks(timeline).breaks.at(-1)?.upTo ?? null),
    asOf: asOfWords(wording, item.settledAt),
  });

  useEffect(() => {
    if (outcome !== 'copied') return undefined;
    const timer = setTimeout(() => setOutcome('none'), confirmedFor);
    return () => clearTimeout(timer);
  }, [outcome]);

  async function copy() {
    setOutcome((await copyToClipboard(copied)) ? 'copied' : 'refused');
  }

  return (
    <div className={styles.copy}>
      <output className={styles.done}>{outcome === 'copied' && <Trans>Copied, ready to paste</Trans>}</output>
      <Button
        variant="default"
        leftSection={outcome === 'copied' ? <Check size={18} aria-hidden /> : <Copy size={18} aria-hidden />}
        onClick={() => void copy()}
      >
        <Trans>Copy answer</Trans>
      </Button>
      {outcome === 'refused' && <TextToCopy label={t`Answer as text`} copied={copied} />}
    </div>
  );
}
