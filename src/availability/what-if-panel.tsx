import '@mantine/core/styles/Slider.css';
import { Trans, useLingui } from '@lingui/react/macro';
import { Button, SimpleGrid, Slider, Stack, Text } from '@mantine/core';
import { useState } from 'react';

import { dateAnswerWords, type Wording } from '#parts/result/wording.ts';
import { answerFor } from '#stock/answer.ts';
import { quantityBreaks } from '#stock/quantity-breaks.ts';
import type { StockTimeline } from '#stock/stock-timeline.ts';
import { addDays, type CalendarDate, daysBetween } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';

import { EstimatePanel } from './estimate-panel.tsx';
import classes from './availability.module.css';
import {
  daysCovered,
  mostByDateWords,
  mostOverDays,
  quantityScale,
  type StepPlot,
  waitOverQuantity,
} from './what-if.ts';

interface WhatIfPanelProps {
  timeline: StockTimeline;
  /** Whether the service confirms another date than the calendar. */
  isUnconfirmed: boolean;
  checkedQuantity: Thousandths;
  neededBy: CalendarDate | null;
  wording: Wording;
  onAsk: (quantity: Thousandths) => void;
}

/** Two sliders: the ship date of a quantity, and the maximum quantity by a date. */
export function WhatIfPanel({ timeline, isUnconfirmed, checkedQuantity, neededBy, wording, onAsk }: WhatIfPanelProps) {
  const { t } = useLingui();
  const { today } = wording;
  const breaks = quantityBreaks(timeline);
  const scale = quantityScale(breaks, checkedQuantity);
  const least = Math.min(scale.step, checkedQuantity);
  const span = daysCovered(breaks, neededBy, today);
  const [quantity, setQuantity] = useState(checkedQuantity);
  const [days, setDays] = useState(neededBy === null ? 0 : daysBetween(today, neededBy));
  const date = addDays(today, days);
  const amount = wording.formatQuantity(quantity);
  return (
    <EstimatePanel title={t`What-if`} isUnconfirmed={isUnconfirmed}>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing={32} verticalSpacing={20}>
        <WhatIfSlider
          label={t`Change quantity`}
          min={least}
          max={scale.most}
          step={scale.step}
          value={quantity}
          onChange={setQuantity}
          chosen={amount}
          outcome={dateAnswerWords(wording, answerFor(timeline, quantity))}
          plot={waitOverQuantity(breaks, today, { least, most: scale.most })}
        />
        <WhatIfSlider
          label={t`Change date`}
          min={0}
          max={span}
          step={1}
          value={days}
          onChange={setDays}
          chosen={wording.formatDate(date, 'long')}
          outcome={mostByDateWords(wording, timeline, date)}
          plot={mostOverDays(breaks, today, span)}
        />
      </SimpleGrid>
      {quantity !== checkedQuantity && (
        <Button variant="light" mt={8} onClick={() => onAsk(quantity)}>
          <Trans>Check {amount}</Trans>
        </Button>
      )}
    </EstimatePanel>
  );
}

interface WhatIfSliderProps {
  label: string;
  min: number;
  max: number;
  step: number;
  value: number;
  onChange: (value: number) => void;
  chosen: string;
  outcome: string;
  /** Drawn above the track, along the same axis. */
  plot: StepPlot;
}

/** A slider with its value and result, which screen readers announce in the same words. */
function WhatIfSlider({ label, chosen, outcome, plot, ...slider }: WhatIfSliderProps) {
  return (
    <Stack gap={0}>
      <Text c="dimmed" fz={13}>
        {label}
      </Text>
      <Text fz={20} fw={600} lh="28px">
        {chosen}
      </Text>
      <Text inherit mb={12} className={classes.outcome}>
        {outcome}
      </Text>
      <StepPlotImage plot={plot} />
      <Slider
        {...slider}
        size={4}
        thumbSize={22}
        label={null}
        thumbLabel={label}
        thumbValueText={`${chosen}: ${outcome}`}
        className={classes.slider}
      />
    </Stack>
  );
}

/** A stepped line along a slider's axis; hatched at max lead time, gray if nothing is available. */
function StepPlotImage({ plot: { steps, backedUntil, after } }: { plot: StepPlot }) {
  const end = 100 * backedUntil;
  const line = steps.map(({ at, height }) => `H${100 * at}V${100 - 90 * height}`);
  return (
    <div className={classes.plot}>
      <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden>
        <path d={`M0 100${line.join('')}H${end}V100Z`} />
      </svg>
      {backedUntil < 1 && <span data-after={after} style={{ insetInlineStart: `${end}%` }} />}
    </div>
  );
}
