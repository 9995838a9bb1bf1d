import { Trans, useLingui } from '@lingui/react/macro';
import { Link } from '@tanstack/react-router';

import { PageHeading } from '#ui/page-heading.tsx';

/** The page for an address that nothing is under. */
export function NotFound() {
  const { t } = useLingui();
  return (
    <>
      <PageHeading title={t`There is no such page`}>
        <Trans>
          The address may be mistyped. A product id in an address is a whole number, such as /products/10001.
        </Trans>
      </PageHeading>
      <p>
        <Link to="/">
          <Trans>Ask for the availability of a product</Trans>
        </Link>
      </p>
    </>
  );
}
