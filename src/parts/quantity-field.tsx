import type { I18n } from '@lingui/core';
import { t } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Text, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { lazy, Suspense, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';

import { isSameUnit } from '#stock/order-list/unit-word.ts';
import { quantityEcho, readTypedQuantity, type QuantityProblem, type TypedQuantity } from '#stock/typed-quantity.ts';
import { LinkButton } from '#ui/link-button.tsx';
import { useLocale } from '#ui/locale.tsx';
import { selectOnEntry } from '#ui/select-on-entry.ts';
import { formatQuantity } from '#stock/locale-number.ts';
import { fromThousandths, maxQuantity, type Thousandths } from '#stock/thousandths.ts';

const ReadingHint = lazy(async () => ({ default: (await import('#ui/reading-hint.tsx')).ReadingHint }));

interface QuantityFieldProps {
  /** Text of the field as typed; parsed with `readTypedQuantity`. */
  value: string;
  onChange: (text: string) => void;
  label?: string;
  /** The product's, shown at the end of the field. A quantity in another unit is an error that offers this one. */
  unit?: string | null;
  /** The units of several products, any of which is accepted. */
  units?: readonly string[] | undefined;
  error?: ReactNode;
  onBlur?: () => void;
  onKeyDown?: (event: KeyboardEvent) => void;
}

/** In characters. Longer units are truncated to leave space for the quantity. */
const maxUnitLength = 5;

/** Input for a quantity in the user's number format, with or without a unit. Shows what it reads while typing. */
export function QuantityField({
  value,
  onChange,
  label,
  unit = null,
  units = unit === null ? [] : [unit],
  error,
  onBlur,
  onKeyDown,
  ...input
}: QuantityFieldProps) {
  const { t, i18n } = useLingui();
  const { locale, formatQuantity } = useLocale();
  const field = useRef<HTMLInputElement>(null);
  const [isTyping, setTyping] = useState(false);
  const reading = readTypedQuantity(value, locale, units);
  const echo = isTyping ? quantityEcho(value, locale, units) : null;
  const other = !reading.ok && reading.reason === 'other-unit' ? reading : null;

  function take(quantity: Thousandths) {
    onChange(formatQuantity(quantity));
    field.current?.focus();
  }

  return (
    <>
      <TextInput
        {...input}
        ref={field}
        label={label ?? t`Quantity`}
        value={value}
        inputMode="decimal"
        autoComplete="off"
        styles={{ input: { fontVariantNumeric: 'tabular-nums' } }}
        rightSectionWidth={unit ? `${Math.min(unit.length, maxUnitLength) + 2}ch` : undefined}
        rightSection={
          unit && (
            <Text component="span" truncate pe={8} c="dimmed" fz={14}>
              {unit}
            </Text>
          )
        }
        rightSectionPointerEvents="none"
        error={
          other !== null && (error || !isTyping) ? (
            <>
              {describeQuantityProblem(other, i18n, locale)}{' '}
              <LinkButton
                ms={-8}
                onClick={() => take(other.value)}
              >{t`Use ${formatQuantity(other.value, unit ?? units[0])}`}</LinkButton>
            </>
          ) : (
            error
          )
        }
        onMouseDown={selectOnEntry}
        onChange={(event) => {
          setTyping(true);
          onChange(event.currentTarget.value);
        }}
        onBlur={() => {
          setTyping(false);
          onBlur?.();
        }}
        onKeyDown={(event) => {
          if (event.key === 'Enter') setTyping(false);
          onKeyDown?.(event);
        }}
      />
      {echo !== null && (
        <Suspense>
          <ReadingHint field={field}>{echo}</ReadingHint>
        </Suspense>
      )}
    </>
  );
}

const pauseInTyping = 600;

/** A quantity as edited: its unit, null if it has none or isn't known, and the units that it may be in. */
interface DraftQuantity {
  quantity: Thousandths | null;
  unit: string | null;
  /** The unit alone if omitted. */
  units?: readonly string[];
}

/**
 * Props for a {@link QuantityField} that edits the current quantity. Valid text is committed on Enter, on blur and after
 * a pause, with the unit typed in it as `units` has it, null if there is none. The text follows external changes of the
 * quantity.
 */
export function useQuantityDraft(
  { quantity, unit, units = unit === null ? [] : [unit] }: DraftQuantity,
  onQuantity: (quantity: number | undefined, unit: string | null) => void,
) {
  const { i18n } = useLingui();
  const { locale, formatQuantity } = useLocale();
  const written = (value: Thousandths | null) => (value === null ? '' : formatQuantity(value));
  const [text, setText] = useState(() => written(quantity));
  const [shown, setShown] = useState(quantity);
  const [problem, setProblem] = useState<string | null>(null);
  const valueOf = (typed: string) => {
    const reading = readTypedQuantity(typed, locale, units);
    return reading.ok ? reading.value : null;
  };

  if (shown !== quantity) {
    setShown(quantity);
    setProblem(null);
    if (valueOf(text) !== quantity) setText(written(quantity));
  }

  function take(reading: TypedQuantity) {
    if (!reading.ok) {
      if (quantity !== null) onQuantity(undefined, null);
      return;
    }
    const isOfUnit = units.length <= 1 || reading.unit === null || (unit !== null && isSameUnit(reading.unit, unit));
    if (reading.value === quantity && isOfUnit) return;
    const typed = reading.unit;
    const known = typed === null ? undefined : units.find((each) => isSameUnit(each, typed));
    onQuantity(fromThousandths(reading.value), known ?? typed);
  }

  const takeAfterPause = useDebouncedCallback((typed: string) => {
    const reading = readTypedQuantity(typed, locale, units);
    if (reading.ok) take(reading);
  }, pauseInTyping);

  function commit() {
    const reading = readTypedQuantity(text, locale, units);
    const isWrong = !reading.ok && reading.reason !== 'empty';
    setProblem(isWrong ? describeQuantityProblem(reading, i18n, locale) : null);
    if (isWrong) return;
    take(reading);
    // The unit is shown beside it.
    if (reading.ok && units.length > 0) setText(written(reading.value));
  }

  return {
    unit,
    units,
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

/** Returns why the text of a quantity field isn't valid, and how to correct it. */
export function describeQuantityProblem(problem: QuantityProblem, i18n: I18n, locale: string): string {
  const example = formatQuantity(1_250_500, locale);
  const largest = formatQuantity(maxQuantity, locale);
  if (problem.reason === 'other-unit') {
    const [unit] = problem.productUnits;
    return problem.productUnits.length > 1
      ? t(i18n)`No product is sold in ${problem.unit}.`
      : t(i18n)`The product is sold in ${unit}, not in ${problem.unit}.`;
  }
  const sentences: Record<typeof problem.reason, string> = {
    empty: t(i18n)`Enter a quantity, for example ${example}.`,
    'not-a-number': t(i18n)`Enter a number, for example ${example}.`,
    'too-many-decimals': t(i18n)`Enter at most 3 decimals.`,
    'too-small': t(i18n)`Enter a quantity above 0.`,
    'too-large': t(i18n)`Enter at most ${largest}.`,
    ambiguous: t(i18n)`This number is ambiguous. Enter it as in ${example}.`,
  };
  return sentences[problem.reason];
}
