import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';

import { PageHeading } from '#ui/page-heading.tsx';

import classes from './product-header.module.css';
import type { Calendar } from './use-calendar.ts';

/** Which product this is: name, id, SKU and unit, each kept apart whatever way it is written. */
export function ProductHeader({ calendar, actions }: { calendar: Calendar; actions: ReactNode }) {
  const { t } = useLingui();
  const { productId, name, sku, unit } = calendar.product;
  return (
    <header data-pending={calendar.isNamePending || undefined} className={classes.header}>
      <Link to="/products" className={classes.back}>
        <ArrowLeft aria-hidden size={16} />
        <Trans>Another product</Trans>
      </Link>
      <PageHeading title={name ?? t`Product ${productId}`} actions={actions}>
        <span className={classes.codes}>
          <span>
            <Trans>Id {productId}</Trans>
          </span>
          {sku !== null && (
            <span>
              <Trans>
                SKU <bdi>{sku}</bdi>
              </Trans>
            </span>
          )}
          {unit !== null && (
            <span>
              <Trans>
                in <bdi>{unit}</bdi>
              </Trans>
            </span>
          )}
        </span>
      </PageHeading>
    </header>
  );
}
