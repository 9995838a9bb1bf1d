import '@mantine/core/styles/Progress.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Group, NativeSelect, Progress, SimpleGrid, Text } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';

import { statusColors } from '#parts/result/result-region.tsx';
import { shipDateWords, type Wording } from '#parts/result/wording.ts';
import { QuantityField, useQuantityDraft } from '#parts/quantity-field.tsx';
import { type Shipment, splitDelivery } from '#stock/split-delivery.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import { fromThousandths, toThousandths, type Thousandths } from '#stock/thousandths.ts';

import { EstimatePanel } from './estimate-panel.tsx';
import classes from './availability.module.css';

interface SplitSettings {
  minShipment: Thousandths;
  /** At least 1. */
  maxShipments: number;
}

const defaultSplit: SplitSettings = { minShipment: 1000, maxShipments: 3 };

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
  const { maxShipments } = settings;
  // A minimum above the quantity would move all of it to the max lead time.
  const minShipment = Math.min(settings.minShipment, quantity);
  const { shipments, undeliverable } = useMemo(
    () => splitDelivery(timeline, { quantity, minQuantity: minShipment, maxShipments: maxShipments }),
    [timeline, quantity, minShipment, maxShipments],
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
    minShipment:
      search.minShipment === undefined
        ? Math.min(defaultSplit.minShipment, quantity)
        : toThousandths(search.minShipment),
    maxShipments: search.maxShipments ?? defaultSplit.maxShipments,
  };
  const set = ({ minShipment, maxShipments }: SplitSettings) =>
    void navigate({
      search: (before) => ({ ...before, minShipment: fromThousandths(minShipment), maxShipments }),
      replace: true,
      resetScroll: false,
    });
  return [settings, set] as const;
}

const shipmentCounts = Array.from({ length: 12 }, (_, index) => String(index + 1));

interface SplitFieldsProps {
  settings: SplitSettings;
  quantity: Thousandths;
  wording: Wording;
  onChange: (settings: SplitSettings) => void;
}

/** The two settings. For an invalid minimum an error is shown, and the last valid one still applies. */
function SplitFields({ settings, quantity, wording, onChange }: SplitFieldsProps) {
  const { t } = useLingui();
  const { minShipment, maxShipments } = settings;
  const field = useQuantityDraft({ quantity: minShipment, unit: wording.unit }, (minimum) =>
    onChange({ ...settings, minShipment: minimum === undefined ? defaultSplit.minShipment : toThousandths(minimum) }),
  );
  const most = wording.formatQuantity(quantity);
  return (
    <SimpleGrid cols={2} spacing={12} mb={12} style={{ alignItems: 'end' }}>
      <QuantityField
        {...field}
        label={t`Minimum quantity per shipment`}
        error={field.error ?? (minShipment > quantity && t`Enter at most ${most}, the quantity needed.`)}
      />
      <NativeSelect
        label={t`Maximum shipments`}
        data={[...new Set([...shipmentCounts, String(maxShipments)])]}
        value={String(maxShipments)}
        onChange={(event) => onChange({ ...settings, maxShipments: Number(event.currentTarget.value) })}
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
      <Group gap={12} mb={4} align="baseline" wrap="nowrap">
        <Text component="span" inherit fw={600} flex="none">
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
        color={statusColors[kind]}
        striped={shipment.isMaxLeadTime}
        value={(100 * shipment.quantity) / of}
      />
    </Box>
  );
}
