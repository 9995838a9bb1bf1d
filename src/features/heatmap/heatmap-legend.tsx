import { Trans } from '@lingui/react/macro';

import classes from './heatmap-legend.module.css';

/** What the cells stand for; `wanted` is the quantity as written, without a unit. */
export function HeatmapLegend({ wanted }: { wanted: string }) {
  return (
    <figcaption>
      <ul className={classes.legend}>
        <li>
          <Swatch kind="enough" />
          <Trans>Enough for {wanted}</Trans>
        </li>
        <li>
          <Swatch kind="partly" />
          <Trans>Part of it, as high as it is filled</Trans>
        </li>
        <li>
          <Swatch kind="none" />
          <Trans>Nothing</Trans>
        </li>
        <li>
          <Swatch kind="marker" />
          <Trans>Max lead time</Trans>
        </li>
        <li>
          <Swatch kind="theory" />
          <Trans>After it: any quantity, in theory</Trans>
        </li>
      </ul>
    </figcaption>
  );
}

type Kind = 'enough' | 'partly' | 'none' | 'marker' | 'theory';

/** Drawn, not styled: a picture of the heatmap takes it along. */
function Swatch({ kind }: { kind: Kind }) {
  return (
    <svg aria-hidden className={classes.swatch} width={20} height={16} viewBox="0 0 20 16">
      {kind === 'enough' && <rect width={20} height={16} className={classes.have} />}
      {(kind === 'partly' || kind === 'none') && <rect width={20} height={16} className={classes.lack} />}
      {kind === 'partly' && <rect y={9} width={20} height={7} className={classes.have} />}
      {kind === 'none' && <rect x={6} y={7} width={8} height={2} className={classes.nothing} />}
      {kind === 'marker' && <path d="M5 0V16H7V8H16L13 4L16 0Z" className={classes.marker} />}
      {kind === 'theory' && <rect width={20} height={16} className={classes.theory} />}
      {kind === 'theory' && <path d="M-2 10L8 0M-2 18L16 0M4 20L24 0M12 20L28 4" className={classes.hatch} />}
    </svg>
  );
}
