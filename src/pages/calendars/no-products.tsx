import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { CalendarX } from 'lucide-react';

import { PanelEmpty } from '#features/panel.tsx';
import { useExampleProduct } from '#features/example-products.ts';

/** The service lists no product at all; one that the catalogue knows can be tried. */
export function NoProducts() {
  const { t } = useLingui();
  const example = useExampleProduct();
  return (
    <PanelEmpty icon={CalendarX} title={t`The service lists no product`}>
      {example ? (
        <Link to="/calendars" search={{ ids: [example.productId] }}>
          <Trans>
            Try <bdi>{example.name ?? example.productId}</bdi>
          </Trans>
        </Link>
      ) : (
        <Trans>Choose products by their ids above, such as 12345.</Trans>
      )}
    </PanelEmpty>
  );
}
