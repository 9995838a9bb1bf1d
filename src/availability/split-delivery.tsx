import '@mantine/core/styles/Progress.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Group, NativeSelect, Progress, SimpleGrid, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import { answerColors } from '#parts/result/answer-region.tsx';
import { shipDateWords, type Wording } from '#parts/result/wording.ts';
import { QuantityField, useQuantityDraft } from '#parts/quantity-field.tsx';
import { type Shipment, splitDelivery } from '#stock/split-delivery.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import { fromThousandths, toThousandths, type Thousandths } from '#stock/thousandths.ts';

import { EstimatePanel } from './estimate-panel.tsx';
import classes from './availability.module.css';

interface SplitSettings {
  smallestDrop: Thousandths;
  /** At least 1. */
  mostDrops: number;
}

const defaultSplit: SplitSettings = { smallestDrop: 1000, mostDrops: 3 };

interface SplitDeliveryPanelProps {
  timeline: StockTimeline;
  /** Whether the service confirms another date than the calendar. */
  isUnconfirmed: boolean;
  quantity: Thousandths;
  wording: Wording;
}

/** Splits the quantity into shipments from stock, each as early as possible. The rest ships at the max lead time. */
export function SplitDeliveryPanel({ timeline, isUnconfirmed, quantity, wording }: SplitDeliveryPanelProps) {
  const { t } = useLingui();
  const [settings, setSettings] = useSplitSettings(quantity);
  const { mostDrops } = settings;
  // A minimum above the quantity would move all of it to the max lead time.
  const smallestDrop = Math.min(settings.smallestDrop, quantity);
  const { shipments, undeliverable } = useMemo(
    () => splitDelivery(timeline, { quantity, minQuantity: smallestDrop, maxShipments: mostDrops }),
    [timeline, quantity, smallestDrop, mostDrops],
  );
  const left = wording.formatQuantity(undeliverable);
  return (
    <EstimatePanel title={t`Split shipment`} isUnconfirmed={isUnconfirmed}>
      <SplitFields {...{ settings, quantity, wording }} onChange={setSettings} />
      <ol className={classes.list} aria-live="polite">
        {shipments.map((shipment) => (
          <ShipmentLine
            key={`${shipment.date}${shipment.isMaxLeadTime}`}
            shipment={shipment}
            of={quantity}
            wording={wording}
          />
        ))}
      </ol>
      {undeliverable > 0 && (
        <Text inherit mt={8} c="var(--sh-late)" fw={600}>
          <Trans>{left} can't ship.</Trans>
        </Text>
      )}
    </EstimatePanel>
  );
}

/** Split settings in the address. A change replaces the history entry. */
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

/** The two settings. For an invalid minimum an error is shown, and the last valid one still applies. */
function SplitFields({ settings, quantity, wording, onChange }: SplitFieldsProps) {
  const { t } = useLingui();
  const { smallestDrop, mostDrops } = settings;
  const field = useQuantityDraft({ quantity: smallestDrop, unit: wording.unit }, (minimum) =>
    onChange({ ...settings, smallestDrop: minimum === undefined ? defaultSplit.smallestDrop : toThousandths(minimum) }),
  );
  const most = wording.formatQuantity(quantity);
  return (
    <SimpleGrid cols={2} spacing={12} mb={12} style={{ alignItems: 'end' }}>
      <QuantityField
        {...field}
        label={t`Minimum quantity per shipment`}
        error={field.error ?? (smallestDrop > quantity && t`Enter at most ${most}, the quantity needed.`)}
      />
      <NativeSelect
        label={t`Maximum shipments`}
        data={[...new Set([...dropCounts, String(mostDrops)])]}
        value={String(mostDrops)}
        onChange={(event) => onChange({ ...settings, mostDrops: Number(event.currentTarget.value) })}
      />
    </SimpleGrid>
  );
}

function ShipmentLine({ shipment, of, wording }: { shipment: Shipment; of: Thousandths; wording: Wording }) {
  const { t } = useLingui();
  const { day, distance } = shipDateWords(wording, shipment.date);
  const isToday = !shipment.isMaxLeadTime && shipment.date <= wording.today;
  const kind = shipment.isMaxLeadTime ? 'max-lead-time' : isToday ? 'in-stock' : 'expected';
  return (
    <Box component="li" py={4}>
      <Group gap={16} mb={4} align="baseline" wrap="nowrap">
        <Text component="span" inherit fw={600} ta="end" miw="calc(40% - 16px)">
          {wording.formatQuantity(shipment.quantity)}
        </Text>
        <span>
          {day}{' '}
          {(distance !== null || shipment.isMaxLeadTime) && (
            <Text component="span" display="inline-block" c="dimmed" fz={13}>
              {shipment.isMaxLeadTime
                ? distance === null
                  ? t`max lead time`
                  : t`max lead time, ${distance}`
                : distance}
            </Text>
          )}
        </span>
      </Group>
      <Progress
        size={6}
        aria-hidden
        color={answerColors[kind]}
        striped={shipment.isMaxLeadTime}
        value={(100 * shipment.quantity) / of}
      />
    </Box>
  );
}
