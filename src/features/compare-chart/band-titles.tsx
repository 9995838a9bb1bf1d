import { textWidth } from '#features/chart/text-width.ts';

import classes from './band-titles.module.css';
import type { CompareLayout } from './compare-layout.ts';
import { markPath, type SeriesStyle } from './series-style.ts';

interface BandTitlesProps {
  layout: CompareLayout;
  styles: readonly SeriesStyle[];
  names: readonly string[];
}

/** The name over each band. */
export function BandTitles({ layout, styles, names }: BandTitlesProps) {
  return layout.plots.map(({ geometry }, index) => {
    const style = styles[index];
    const y = geometry.top - 11;
    const name = names[index] ?? '';
    return (
      style && (
        <g key={geometry.top} className={classes.title}>
          <rect x={geometry.left} y={y - 9} width={textWidth(name, 13, 600) + 20} height={18} />
          <path
            d={markPath(style.shape)}
            transform={`translate(${geometry.left + 6} ${y})`}
            style={{ fill: style.color }}
          />
          <text x={geometry.left + 17} y={y} dy="0.34em">
            {name}
          </text>
        </g>
      )
    );
  });
}
