import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';
import { ChevronRight, History } from 'lucide-react';

import { formatAge } from '#features/answer-age/format-age.ts';
import { useNow } from '#features/answer-age/use-now.ts';
import { useLocale } from '#ui/locale.tsx';
import { PanelEmpty } from '#features/panel.tsx';
import { useExampleProduct } from '#features/use-example-products.ts';
import { useRecentProducts } from '#features/use-recent-products.ts';

import classes from './calendar-chooser.module.css';

/** The products looked at before, latest first; an example to try while there are none. */
export function RecentProducts() {
  const { locale } = useLocale();
  const { recent } = useRecentProducts();
  const now = useNow();
  if (recent.length === 0) return <NoneYet />;
  return (
    <ul className={classes.recent}>
      {recent.map(({ productId, name, lookedAt }) => (
        <li key={productId}>
          <Link to="/products/$productId" params={{ productId }} className={classes.link}>
            <span className={classes.name}>
              <bdi>{name ?? productId}</bdi>
            </span>
            <span className={classes.codes}>
              {productId} · {formatAge(lookedAt, now, locale)}
            </span>
            <ChevronRight aria-hidden size={18} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function NoneYet() {
  const { t } = useLingui();
  const example = useExampleProduct();
  return (
    <PanelEmpty icon={History} title={t`No product looked at yet`}>
      {example ? (
        <Link to="/products/$productId" params={{ productId: example.productId }}>
          <Trans>
            Try <bdi>{example.name ?? example.productId}</bdi>
          </Trans>
        </Link>
      ) : (
        <Trans>Write a product id above, such as 12345.</Trans>
      )}
    </PanelEmpty>
  );
}
