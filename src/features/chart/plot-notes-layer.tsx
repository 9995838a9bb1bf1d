import type { PlotNote } from './plot-notes.ts';
import classes from './plot-notes-layer.module.css';

interface PlotNotesLayerProps {
  quantity: PlotNote | null;
  theory: PlotNote | null;
  /** Where the quantity is first met, in pixels. */
  met: { x: number; y: number } | null;
  /** The upper edge of the plot. */
  top: number;
}

/** The names inside the plot, and the point where the quantity is met. */
export function PlotNotesLayer({ quantity, theory, met, top }: PlotNotesLayerProps) {
  return (
    <>
      {met && (
        <g className={classes.met}>
          <line x1={met.x} x2={met.x} y1={top} y2={met.y} />
          <circle cx={met.x} cy={met.y} r={5.5} />
        </g>
      )}
      {quantity && (
        <text x={quantity.left} y={quantity.top + 13} className={classes.quantity}>
          {quantity.text}
        </text>
      )}
      {theory && (
        <g className={classes.theory}>
          <rect x={theory.left - 6} y={theory.top - 2} width={theory.width + 12} height={theory.height + 4} rx={5} />
          <text x={theory.left} y={theory.top + 13}>
            {theory.text}
          </text>
        </g>
      )}
    </>
  );
}
