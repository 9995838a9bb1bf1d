import type { ReactNode } from 'react';

import classes from './chart-legend.module.css';

/** A legend text with its swatch. `share` is the darkness of a `shade`. */
export type LegendEntry = { text: string } & ({ kind: keyof typeof swatches } | { kind: 'shade'; share: number });

/** Path of the max lead time flag on a line, with its foot at the origin. */
export const flagPath = 'M-1,-16h10l-3,4l3,4h-8v8h-2z';

const line = { strokeWidth: 2, fill: 'none' };
const hatched = (
  <>
    <rect width={20} height={16} fill="var(--sh-mlt-bg)" />
    <path d="M-2 10L8 0M-2 18L16 0M4 20L24 0M12 20L28 4" stroke="var(--sh-mlt)" strokeOpacity={0.45} {...line} />
  </>
);

const ground = (color: string) => (
  <>
    <rect y={4} width={20} height={12} fill={color} fillOpacity={0.13} />
    <path d="M0 4H20" stroke={color} {...line} />
  </>
);

const swatches = {
  level: ground('var(--sh-accent)'),
  past: ground('var(--sh-muted)'),
  bar: <rect width={20} height={16} fill="var(--sh-accent)" fillOpacity={0.35} stroke="var(--sh-accent)" />,
  quantity: <path d="M0 8H20" stroke="var(--sh-text)" strokeDasharray="6 4" {...line} />,
  today: <path d="M0 8H20" stroke="var(--sh-muted)" fill="none" strokeDasharray="2 3" />,
  beyond: <path d="M0 8H20" stroke="var(--sh-accent)" strokeDasharray="2 3" {...line} />,
  maxLeadTime: hatched,
  flag: <path d={flagPath} transform="translate(5 16)" fill="var(--sh-mlt)" />,
  enough: <rect width={20} height={16} style={{ fill: 'var(--sheet-have)' }} />,
  partly: (
    <>
      <rect width={20} height={16} style={{ fill: 'var(--sheet-lack)' }} />
      <rect y={9} width={20} height={7} style={{ fill: 'var(--sheet-have)' }} />
    </>
  ),
  none: (
    <>
      <rect width={20} height={16} style={{ fill: 'var(--sheet-lack)' }} />
      <rect x={6} y={7} width={8} height={2} fill="var(--sh-late)" />
    </>
  ),
} satisfies Record<string, ReactNode>;

/** Returns the fill of a quantity; `share` 1 is the darkest. */
export function shade(share: number): string {
  return `color-mix(in srgb, var(--sh-accent) ${Math.round(20 + share * 65)}%, var(--sh-surface))`;
}

/** Legend of a chart or heatmap. Swatches are SVG, so that image exports include them. */
export function ChartLegend({ entries }: { entries: readonly LegendEntry[] }) {
  return (
    <figcaption>
      <ul className={classes.legend}>
        {entries.map((entry) => (
          <li key={entry.text}>
            <svg aria-hidden data-drawing width={20} height={16} viewBox="0 0 20 16">
              {entry.kind === 'shade' ? (
                <rect width={20} height={16} style={{ fill: shade(entry.share) }} />
              ) : (
                swatches[entry.kind]
              )}
            </svg>
            <span>{entry.text}</span>
          </li>
        ))}
      </ul>
    </figcaption>
  );
}
