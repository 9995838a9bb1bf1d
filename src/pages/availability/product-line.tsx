import { useLingui } from '@lingui/react/macro';

import type { Product } from '#contract/gateway.ts';

import styles from './product-line.module.css';

/** Which product an answer is for: its name, SKU and id. The heading by which a screen reader finds the answer. */
export function ProductLine({ product: { productId, name, sku } }: { product: Product }) {
  const { t } = useLingui();
  return (
    <div className={styles.product}>
      <h2 className={styles.name}>
        <bdi>{name ?? t`Product ${productId}`}</bdi>
      </h2>
      <p className={styles.codes}>
        {sku !== null && <bdi>{sku}</bdi>}
        {name !== null && <span>{productId}</span>}
      </p>
    </div>
  );
}
