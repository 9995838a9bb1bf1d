import { useLingui } from '@lingui/react/macro';
import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';

import { quantityWords, type Wording } from '#features/answer/wording.ts';
import { formatQuantity, readQuantity } from '#lib/locale-number.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import styles from './split-deliveries.module.css';

/** How an order may be split. */
export interface SplitSettings {
  smallestDrop: Thousandths;
  /** At least 1. */
  mostDrops: number;
}

const dropCounts = Array.from({ length: 12 }, (_, index) => String(index + 1));

/**
 * The two settings; a smallest drop that can't be read is named, and the last readable one stays in force. Of one
 * above the quantity asked for, that quantity counts.
 */
export function SplitFields(props: {
  settings: SplitSettings;
  quantity: Thousandths;
  wording: Wording;
  onChange: (settings: SplitSettings) => void;
}) {
  const { settings, quantity, wording, onChange } = props;
  const { t } = useLingui();
  const [text, setText] = useState(formatQuantity(settings.smallestDrop, wording.locale));
  const [shown, setShown] = useState(settings.smallestDrop);
  const read = readQuantity(text, wording.locale);
  if (shown !== settings.smallestDrop) {
    setShown(settings.smallestDrop);
    if (read.ok && read.value !== settings.smallestDrop) setText(formatQuantity(settings.smallestDrop, wording.locale));
  }
  const write = (next: string) => {
    setText(next);
    const drop = readQuantity(next, wording.locale);
    if (drop.ok) onChange({ ...settings, smallestDrop: drop.value });
  };
  const most = quantityWords(wording, quantity);
  const tooLarge = read.ok && read.value > quantity;
  return (
    <div className={styles.fields}>
      <TextInput
        label={t`Smallest drop`}
        inputMode="decimal"
        autoComplete="off"
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        error={
          read.ok
            ? tooLarge && t`Smallest drop can be at most the quantity asked for: ${most} counts.`
            : t`Write a quantity above 0.`
        }
      />
      <NativeSelect
        label={t`Number of drops`}
        data={[...new Set([...dropCounts, String(settings.mostDrops)])]}
        value={String(settings.mostDrops)}
        onChange={(event) => onChange({ ...settings, mostDrops: Number(event.currentTarget.value) })}
      />
    </div>
  );
}
