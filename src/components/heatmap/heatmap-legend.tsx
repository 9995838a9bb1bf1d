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

function Swatch({ kind }: { kind: string }) {
  return <span aria-hidden className={classes.swatch} data-kind={kind} />;
}
