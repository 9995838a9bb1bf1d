import { Trans } from '@lingui/react/macro';

import type { Product } from '#contract/gateway.ts';

import styles from './question-fields.module.css';

/** The products that a text fits, each a button: which one is meant is the person's to say. */
export function ProductChoices(props: { choices: readonly Product[]; onChoose: (product: Product) => void }) {
  const { choices, onChoose } = props;
  if (choices.length === 0) return null;
  return (
    <>
      <p className={styles.name}>
        <Trans>Which one is meant?</Trans>
      </p>
      <ul className={styles.choices}>
        {choices.map((product) => (
          <li key={product.productId}>
            <button type="button" className={styles.choice} onClick={() => onChoose(product)}>
              <bdi>{product.name ?? product.productId}</bdi>
              <span className={styles.codes}>{product.sku ?? product.productId}</span>
            </button>
          </li>
        ))}
      </ul>
    </>
  );
}
