import { useLingui } from '@lingui/react/macro';
import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';

import classes from './quantity-field.module.css';

interface QuantityFieldProps {
  /** What stands in the field, as the person wrote it; `readQuantity` reads it. */
  value: string;
  onChange: (text: string) => void;
  /** Shown at the end of the field. */
  unit?: string | null;
  label?: string;
  description?: ReactNode;
  error?: ReactNode;
  required?: boolean;
  onBlur?: () => void;
}

/** In characters; of a longer one the rest gives way to the quantity. */
const longestUnit = 5;

/** Takes a quantity in the person's own way of writing numbers. */
export function QuantityField({ value, onChange, unit, label, ...input }: QuantityFieldProps) {
  const { t } = useLingui();
  return (
    <TextInput
      {...input}
      label={label ?? t`Quantity`}
      value={value}
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: classes['input'] ?? '' }}
      rightSectionWidth={unit ? `${Math.min(unit.length, longestUnit) + 2}ch` : undefined}
      rightSection={unit ? <span className={classes['unit']}>{unit}</span> : undefined}
      rightSectionPointerEvents="none"
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
