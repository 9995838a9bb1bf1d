import { Trans, useLingui } from '@lingui/react/macro';
import { NativeSelect, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';

import { distanceWords, quantityWords, shortDateWords, type Wording } from '#features/answer/wording.ts';
import { type Drop, splitDelivery } from '#domain/split-delivery.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';
import { formatQuantity, readQuantity } from '#lib/locale-number.ts';
import { fromThousandths, toThousandths, type Thousandths } from '#lib/thousandths.ts';

import { EstimatePanel } from './estimate-panel.tsx';
import classes from './availability.module.css';

/** How an order may be split. */
interface SplitSettings {
  smallestDrop: Thousandths;
  /** At least 1. */
  mostDrops: number;
}

const defaultSplit: SplitSettings = { smallestDrop: 1000, mostDrops: 3 };

interface SplitDeliveryPanelProps {
  timeline: StockTimeline;
  quantity: Thousandths;
  wording: Wording;
}

/** The quantity in drops, each from a level that no later entry falls below; what is left at max lead time. */
export function SplitDeliveryPanel({ timeline, quantity, wording }: SplitDeliveryPanelProps) {
  const { t } = useLingui();
  const [settings, setSettings] = useSplitSettings(quantity);
  const { mostDrops } = settings;
  // No drop can hold more than all of it: a larger one would send to the max lead time what could leave whole.
  const smallestDrop = Math.min(settings.smallestDrop, quantity);
  const { drops, undeliverable } = useMemo(
    () => splitDelivery(timeline, { quantity, smallestDrop, mostDrops }),
    [timeline, quantity, smallestDrop, mostDrops],
  );
  const left = quantityWords(wording, undeliverable);
  return (
    <EstimatePanel title={t`Split delivery`}>
      <SplitFields
        key={wording.locale}
        settings={settings}
        quantity={quantity}
        wording={wording}
        onChange={setSettings}
      />
      <ol className={classes.drops} aria-live="polite">
        {drops.map((drop) => (
          <DropLine key={`${drop.date}${drop.isMaxLeadTime}`} drop={drop} of={quantity} wording={wording} />
        ))}
      </ol>
      {undeliverable > 0 && (
        <Text inherit mt={8} c="var(--sh-late)" fw={600}>
          <Trans>{left} can't be delivered.</Trans>
        </Text>
      )}
      <Text mt={8} c="dimmed" fz={13}>
        <Trans>Drops take only what no later fall of the level would take back.</Trans>
      </Text>
    </EstimatePanel>
  );
}

/** How to split: kept in the address, without a step in the history for each change. */
function useSplitSettings(quantity: Thousandths) {
  const search = useSearch({ from: '/' });
  const navigate = useNavigate({ from: '/' });
  const settings: SplitSettings = {
    smallestDrop:
      search.smallestDrop === undefined
        ? Math.min(defaultSplit.smallestDrop, quantity)
        : toThousandths(search.smallestDrop),
    mostDrops: search.mostDrops ?? defaultSplit.mostDrops,
  };
  const set = ({ smallestDrop, mostDrops }: SplitSettings) =>
    void navigate({
      search: (before) => ({ ...before, smallestDrop: fromThousandths(smallestDrop), mostDrops }),
      replace: true,
      resetScroll: false,
    });
  return [settings, set] as const;
}

const dropCounts = Array.from({ length: 12 }, (_, index) => String(index + 1));

interface SplitFieldsProps {
  settings: SplitSettings;
  quantity: Thousandths;
  wording: Wording;
  onChange: (settings: SplitSettings) => void;
}

/**
 * The two settings; a smallest drop that can't be read is named, and the last readable one stays in force. Of one
 * above the quantity asked for, that quantity counts.
 */
function SplitFields({ settings, quantity, wording, onChange }: SplitFieldsProps) {
  const { t } = useLingui();
  const { locale } = wording;
  const [text, setText] = useState(formatQuantity(settings.smallestDrop, locale));
  const [shown, setShown] = useState(settings.smallestDrop);
  const read = readQuantity(text, locale);
  if (shown !== settings.smallestDrop) {
    setShown(settings.smallestDrop);
    if (read.ok && read.value !== settings.smallestDrop) setText(formatQuantity(settings.smallestDrop, locale));
  }
  const write = (next: string) => {
    setText(next);
    const drop = readQuantity(next, locale);
    if (drop.ok) onChange({ ...settings, smallestDrop: drop.value });
  };
  const most = quantityWords(wording, quantity);
  const tooLarge = read.ok && read.value > quantity;
  return (
    <SimpleGrid cols={2} spacing={12} mb={12} className={classes.splitFields}>
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
    </SimpleGrid>
  );
}

function DropLine({ drop, of, wording }: { drop: Drop; of: Thousandths; wording: Wording }) {
  const { t } = useLingui();
  const distance = distanceWords(wording, drop.date);
  const isToday = !drop.isMaxLeadTime && drop.date <= wording.today;
  const kind = drop.isMaxLeadTime ? 'max-lead-time' : isToday ? 'in-stock' : 'expected';
  return (
    <li className={classes.drop}>
      <span className={classes.dropAmount}>{quantityWords(wording, drop.quantity)}</span>
      <span className={classes.dropDate}>
        {isToday ? distance : shortDateWords(wording, drop.date)}{' '}
        {!isToday && (
          <Text component="span" c="dimmed" fz={13}>
            {drop.isMaxLeadTime ? t`max lead time, ${distance}` : distance}
          </Text>
        )}
      </span>
      <span className={classes.dropTrack} aria-hidden>
        <span data-kind={kind} style={{ inlineSize: `${(100 * drop.quantity) / of}%` }} />
      </span>
    </li>
  );
}
