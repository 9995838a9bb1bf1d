import { useLingui } from '@lingui/react/macro';

import { useLocale } from '#ui/locale.tsx';
import { toMilliseconds, type CalendarDate } from '#lib/calendar-date.ts';
import type { StockTimeline } from '#domain/stock-timeline.ts';

import { placeLabels } from './place-labels.ts';
import { textWidth } from './text-width.ts';
import type { TimeWindow } from './time-window.ts';

/** A named vertical marker: its text stands above the plot, `left` and `row` as placed, a leader line at `x`. */
export interface Flag {
  kind: 'today' | 'met' | 'max-lead-time';
  text: string;
  x: number;
  left: number;
  row: number;
}

/** The quantity asked for, as text, and the date of the first real level that holds it. */
export interface MetMark {
  text: string;
  date: CalendarDate;
}

interface Span {
  left: number;
  right: number;
  window: TimeWindow;
}

const fontSize = 12.5;
const mostRows = 4;

/** The flags of a chart whose plot spans `left` to `right`: those in the window, and the max lead time wherever it lies. */
export function useChartFlags({ today, maxLeadTimeDate }: StockTimeline, met: MetMark | null, span: Span): Flag[] {
  const { t } = useLingui();
  const { formatDate } = useLocale();
  const medium = (date: CalendarDate) => formatDate(date, 'medium');
  const flags: Omit<Flag, 'left' | 'row'>[] = [];

  if (maxLeadTimeDate !== null) {
    const leadTime = medium(maxLeadTimeDate);
    flags.push(pinned({ kind: 'max-lead-time', text: t`Max lead time ${leadTime}`, date: maxLeadTimeDate }, span));
  }
  flags.push(...inside({ kind: 'today', text: t`Today`, date: today }, span));
  if (met !== null && met.date > today) {
    const quantity = met.text;
    const date = medium(met.date);
    flags.push(...inside({ kind: 'met', text: t`${quantity} from ${date}`, date: met.date }, span));
  }

  const wishes = flags.map(({ kind, text, x }) => ({ key: kind, x, width: textWidth(text, fontSize, 600) }));
  const placed = placeLabels(wishes, 0, span.right, mostRows);
  return flags.flatMap((flag) => {
    const place = placed.find(({ key }) => key === flag.kind);
    return place ? [{ ...flag, left: place.left, row: place.row }] : [];
  });
}

interface Marker {
  kind: Flag['kind'];
  text: string;
  date: CalendarDate;
}

function inside({ kind, text, date }: Marker, { left, right, window }: Span): Omit<Flag, 'left' | 'row'>[] {
  const share = (toMilliseconds(date) - window.from) / (window.to - window.from);
  return share < 0 || share > 1 ? [] : [{ kind, text, x: left + share * (right - left) }];
}

/** A marker outside the window stays named at the edge behind which it lies. */
function pinned(marker: Marker, span: Span): Omit<Flag, 'left' | 'row'> {
  const [flag] = inside(marker, span);
  if (flag) return flag;
  const before = toMilliseconds(marker.date) < span.window.from;
  return {
    kind: marker.kind,
    text: before ? `← ${marker.text}` : `${marker.text} →`,
    x: before ? span.left : span.right,
  };
}
