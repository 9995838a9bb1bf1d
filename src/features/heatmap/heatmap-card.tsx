import type { CSSProperties } from 'react';

import type { CardSide } from './card-side.ts';
import classes from './heatmap-card.module.css';
import type { CellText } from './use-cell-text.ts';

interface HeatmapCardProps {
  name: string;
  text: CellText;
  /** On which side of the cell it stands, whose edge is at `left` and `top`. */
  side: CardSide;
  left: number;
  top: number;
}

/** What the cell under the pointer or with the keyboard holds, beside it. */
export function HeatmapCard({ name, text, side, left, top }: HeatmapCardProps) {
  const place: CSSProperties = { transform: `translate(${left}px, ${top}px)` };
  return (
    <div aria-hidden className={classes.place} style={place}>
      <div className={classes.card} data-side={side}>
        <strong>
          <bdi>{name}</bdi>
        </strong>
        <span className={classes.when}>{text.when}</span>
        <span>{text.level}</span>
        <span>{text.meaning}</span>
      </div>
    </div>
  );
}

export const cardWidth = 272;
