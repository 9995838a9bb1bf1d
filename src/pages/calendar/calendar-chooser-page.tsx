import { Trans, useLingui } from '@lingui/react/macro';

import { PageHeading } from '#ui/page-heading.tsx';
import { Panel } from '#features/panel.tsx';

import classes from './calendar-chooser.module.css';
import { ProductChooser } from './product-chooser.tsx';
import { RecentProducts } from './recent-products-list.tsx';

/** Which product's calendar: any by id, SKU or name, and those looked at before. */
export function CalendarChooserPage() {
  const { t } = useLingui();
  return (
    <div className={classes.page}>
      <PageHeading title={t`Calendar`}>
        <Trans>Choose a product to see what is available of it on which date.</Trans>
      </PageHeading>
      <ProductChooser />
      <Panel title={t`Recent products`}>
        <RecentProducts />
      </Panel>
    </div>
  );
}
