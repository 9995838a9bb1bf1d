import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { useState, type KeyboardEvent, type ReactNode } from 'react';

import { useLocale } from '#ui/locale.tsx';
import { formatQuantity, readQuantity, type QuantityReading } from '#lib/locale-number.ts';
import { fromThousandths, largestQuantity, type Thousandths } from '#lib/thousandths.ts';

interface QuantityFieldProps {
  /** Text of the field as typed; parsed with `readQuantity`. */
  value: string;
  onChange: (text: string) => void;
  label?: string;
  /** Shown at the end of the field. */
  unit?: string | null;
  error?: ReactNode;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** In characters. Longer units are truncated to leave space for the quantity. */
const longestUnit = 5;

/** Input for a quantity in the user's number format. */
export function QuantityField({ value, onChange, label, unit, ...input }: QuantityFieldProps) {
  const { t } = useLingui();
  return (
    <TextInput
      {...input}
      label={label ?? t`Quantity`}
      value={value}
      inputMode="decimal"
      autoComplete="off"
      styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
      rightSectionWidth={unit ? `${Math.min(unit.length, longestUnit) + 2}ch` : undefined}
      rightSection={
        unit && (
          <Text component="span" truncate pe={8} c="dimmed" fz={14}>
            {unit}
          </Text>
        )
      }
      rightSectionPointerEvents="none"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}

const pauseInTyping = 600;

/**
 * Props for a {@link QuantityField} that edits the current quantity. Valid text is committed on Enter, on blur and
 * after a pause. The text follows external changes of the quantity.
 */
export function useQuantityDraft(quantity: Thousandths | null, onQuantity: (quantity: number | undefined) => void) {
  const { i18n } = useLingui();
  const { locale, formatQuantity } = useLocale();
  const written = (value: Thousandths | null) => (value === null ? '' : formatQuantity(value));
  const [text, setText] = useState(() => written(quantity));
  const [shown, setShown] = useState(quantity);
  const [problem, setProblem] = useState<string | null>(null);
  const valueOf = (typed: string) => {
    const reading = readQuantity(typed, locale);
    return reading.ok ? reading.value : null;
  };

  if (shown !== quantity) {
    setShown(quantity);
    setProblem(null);
    if (valueOf(text) !== quantity) setText(written(quantity));
  }

  function take(value: Thousandths | null) {
    if (value !== quantity) onQuantity(value === null ? undefined : fromThousandths(value));
  }

  const takeAfterPause = useDebouncedCallback((typed: string) => {
    const value = valueOf(typed);
    if (value !== null) take(value);
  }, pauseInTyping);

  function commit() {
    const reading = readQuantity(text, locale);
    const isWrong = !reading.ok && reading.reason !== 'empty';
    setProblem(isWrong ? describeQuantityProblem(reading.reason, i18n, locale) : null);
    if (!isWrong) take(reading.ok ? reading.value : null);
  }

  return {
    value: text,
    error: problem,
    onChange: (next: string) => {
      setText(next);
      setProblem(null);
      takeAfterPause(next);
    },
    onBlur: commit,
    onKeyDown: ({ key }: KeyboardEvent) => key === 'Enter' && commit(),
  };
}

type QuantityProblem = Extract<QuantityReading, { ok: false }>['reason'];

/** Returns why the text of a quantity field isn't valid, and how to correct it. */
export function describeQuantityProblem(reason: QuantityProblem, i18n: I18n, locale: string): string {
  const example = formatQuantity(1_250_500, locale);
  const largest = formatQuantity(largestQuantity, locale);
  const sentences: Record<QuantityProblem, string> = {
    empty: t(i18n)`Enter a quantity, for example ${example}.`,
    'not-a-number': t(i18n)`Enter a number, for example ${example}.`,
    'too-many-decimals': t(i18n)`Enter at most 3 decimals.`,
    'too-small': t(i18n)`Enter a quantity above 0.`,
    'too-large': t(i18n)`Enter at most ${largest}.`,
    ambiguous: t(i18n)`This number is ambiguous. Enter it as in ${example}.`,
  };
  return sentences[reason];
}
