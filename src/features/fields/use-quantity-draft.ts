import { useLingui } from '@lingui/react/macro';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState } from 'react';

import { useLocale } from '#ui/locale.tsx';
import { readQuantity } from '#lib/locale-number.ts';
import { fromThousandths, type Thousandths } from '#lib/thousandths.ts';

import { describeQuantityProblem } from './quantity-problem.ts';

const pauseInTyping = 600;

/**
 * The text of a quantity field over the quantity in force: taken over on Enter, on leaving the field and after a
 * pause, but only once it can be read. Follows the quantity where that changes elsewhere.
 */
export function useQuantityDraft(quantity: Thousandths | null, onQuantity: (quantity: number | undefined) => void) {
  const { i18n } = useLingui();
  const { locale, formatQuantity } = useLocale();
  const written = (value: Thousandths | null) => (value === null ? '' : formatQuantity(value));
  const [text, setText] = useState(() => written(quantity));
  const [shown, setShown] = useState(quantity);
  const [problem, setProblem] = useState<string | null>(null);

  if (shown !== quantity) {
    setShown(quantity);
    setProblem(null);
    if (valueOf(text, locale) !== quantity) setText(written(quantity));
  }

  function take(value: Thousandths | null) {
    if (value !== quantity) onQuantity(value === null ? undefined : fromThousandths(value));
  }

  function commit() {
    const reading = readQuantity(text, locale);
    if (!reading.ok && reading.reason !== 'empty') {
      setProblem(describeQuantityProblem(reading.reason, i18n, locale));
      return;
    }
    setProblem(null);
    take(reading.ok ? reading.value : null);
  }

  const commitAfterPause = useDebouncedCallback((typed: string) => {
    const value = valueOf(typed, locale);
    if (value !== null) take(value);
  }, pauseInTyping);

  return {
    text,
    error: problem,
    write: (next: string) => {
      setText(next);
      setProblem(null);
      commitAfterPause(next);
    },
    commit,
  };
}

function valueOf(text: string, locale: string): Thousandths | null {
  const reading = readQuantity(text, locale);
  return reading.ok ? reading.value : null;
}
