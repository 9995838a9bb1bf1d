import { Trans } from '@lingui/react/macro';

import type { ShownRow } from './shown-row.ts';
import { ChangeMark } from './change-mark.tsx';
import classes from './cells.module.css';

/** What the product is called, with its SKU and what moved since the last look. */
export function NameCell({ row: { product, isNamePending, change } }: { row: ShownRow }) {
  return (
    <span className={classes.stack}>
      <span className={classes.name}>
        {isNamePending ? (
          <span className={classes.coming} />
        ) : product.name === null ? (
          <span className={classes.none}>
            <Trans>no name</Trans>
          </span>
        ) : (
          <bdi title={product.name}>{product.name}</bdi>
        )}
      </span>
      {(product.sku !== null || change !== null) && (
        <span className={classes.minor}>
          {product.sku !== null && <bdi>{product.sku}</bdi>}
          {change !== null && <ChangeMark change={change} unit={product.unit} />}
        </span>
      )}
    </span>
  );
}
