import type { ComponentProps } from 'react';

import type { Product } from '#contract/gateway.ts';

import classes from './product-option.module.css';

interface ProductOptionProps extends ComponentProps<'li'> {
  product: Product;
  isActive: boolean;
}

/** One product in a list to choose from: its name, and beneath it id, SKU and unit. */
export function ProductOption({ product, isActive, children, ...attributes }: ProductOptionProps) {
  const { productId, name, sku, unit } = product;
  return (
    <li {...attributes} className={classes['option']} data-active={isActive || undefined}>
      <span className={classes['name']}>
        <bdi>{name ?? productId}</bdi>
      </span>
      <span className={classes['codes']}>
        <span>{productId}</span>
        {sku !== null && <bdi>{sku}</bdi>}
        {unit !== null && <span>{unit}</span>}
      </span>
      {children}
    </li>
  );
}
