import type { Product } from '#contract/gateway.ts';

import styles from './answer-headline.module.css';

/** Which product an answer is for: its name, SKU and id. */
export function ProductLine({ product: { productId, name, sku } }: { product: Product }) {
  return (
    <p className={styles.product}>
      {name !== null && <bdi className={styles.name}>{name}</bdi>}
      <span className={styles.codes}>
        {sku !== null && <bdi>{sku}</bdi>}
        <span>{productId}</span>
      </span>
    </p>
  );
}
