import { Plural, Trans } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';

import type { ProductId } from '#stock/contract/product-id.ts';
import { useLocale } from '#ui/locale.tsx';

import classes from './listing-panel.module.css';
import type { Listing, PastEnd } from './use-listing.ts';

/** Notes on the page shown: its age, a corrected page number, products without a calendar, missing products. */
export function PageNotes({ listing }: { listing: Listing }) {
  const { formatDate } = useLocale();
  const { data, pastEnd, totalChange, rows, isOutdated } = listing;
  const withoutResult = rows.filter(({ listed }) => listed.kind === 'no-result');
  return (
    <div aria-live="polite" className={classes.notes}>
      {isOutdated && data !== null && (
        <Note>
          <Trans>Checked {formatDate(data.today, 'medium')}. Refresh to check again.</Trans>
        </Note>
      )}
      {data?.isSortedAndFiltered === false && (
        <Note>
          {data.index?.progress ? (
            <Trans>The sort order and filters will be applied as soon as stock calendars are loaded.</Trans>
          ) : (
            <Trans>The sort order and filters couldn't be applied. Refresh to try again.</Trans>
          )}
        </Note>
      )}
      {pastEnd && (
        <Note>
          <PastEndNote pastEnd={pastEnd} />
        </Note>
      )}
      {totalChange && (
        <Note>
          <Trans>
            The number of products changed from {totalChange.before} to {totalChange.now} while paging. Some products
            may appear twice or not at all.
          </Trans>
        </Note>
      )}
      {withoutResult.length > 0 && (
        <Note>
          <Plural value={withoutResult.length} one="No result for # product:" other="No result for # products:" />{' '}
          {firstOf(withoutResult)}
        </Note>
      )}
      {data !== null && data.withheld > 0 && (
        <Note>
          <Plural
            value={data.withheld}
            one="# product on this page wasn't received."
            other="# products on this page weren't received."
          />
        </Note>
      )}
    </div>
  );
}

/** Maximum number of product IDs in a note. The rest are counted. */
const maxNamed = 20;

function firstOf(products: readonly { productId: ProductId }[]) {
  const named = products
    .slice(0, maxNamed)
    .map(({ productId }) => productId)
    .join(', ');
  const more = products.length - maxNamed;
  if (more <= 0) return named;
  return <Plural value={more} one={`${named} and # more`} other={`${named} and # more`} />;
}

function PastEndNote({ pastEnd }: { pastEnd: PastEnd }) {
  const requested = String(pastEnd.requested);
  const opened = String(pastEnd.opened);
  return (
    <Trans>
      Page {requested} doesn't exist. Showing the last page, {opened}.
    </Trans>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <Group component="p" gap={8} wrap="nowrap" align="flex-start" fz={14} lh="20px">
      <Info aria-hidden size={16} color="var(--sh-muted)" style={{ flex: 'none', marginTop: 2 }} />
      <span>{children}</span>
    </Group>
  );
}
