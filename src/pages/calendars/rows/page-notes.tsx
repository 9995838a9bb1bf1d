import { Plural, Trans } from '@lingui/react/macro';
import { Group } from '@mantine/core';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';

import type { ProductId } from '#contract/product-id.ts';
import { isMissing, type ListedProduct } from '#domain/calendars/listed-product.ts';

import classes from '#pages/calendars/views/listing-panel.module.css';
import type { Listing, PastEnd } from './use-listing.ts';

/** Notes on the page shown: a corrected page number, products without a calendar, inconsistencies in the response. */
export function PageNotes({ listing: { notes, products } }: { listing: Pick<Listing, 'notes' | 'products'> }) {
  const { pastEnd, totalChange, oddities } = notes;
  const withoutAnswer = products.filter((product) => product.kind === 'no-answer' && !isMissing(product));
  const odd = products.filter((product) => product.kind === 'calendar' && product.findings.length > 0);
  const incomplete = odd.filter(isIncomplete);
  const rechecked = odd.filter((product) => !isIncomplete(product));
  return (
    <div aria-live="polite" className={classes.notes}>
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
      {withoutAnswer.length > 0 && (
        <Note>
          <Plural value={withoutAnswer.length} one="No result for # product:" other="No result for # products:" />{' '}
          {firstOf(withoutAnswer)}
        </Note>
      )}
      {rechecked.length > 0 && (
        <Note>
          <Plural
            value={rechecked.length}
            one="# stock calendar was checked again because of inconsistent data. See its chart:"
            other="# stock calendars were checked again because of inconsistent data. See their charts:"
          />{' '}
          {firstOf(rechecked)}
        </Note>
      )}
      {incomplete.length > 0 && (
        <Note>
          <Plural
            value={incomplete.length}
            one="# stock calendar is incomplete:"
            other="# stock calendars are incomplete:"
          />{' '}
          {firstOf(incomplete)}
        </Note>
      )}
      {oddities && oddities.notAsked.length > 0 && (
        <Note>
          <Plural
            value={oddities.notAsked.length}
            one="The response contained # product that wasn't requested. It isn't shown:"
            other="The response contained # products that weren't requested. They aren't shown:"
          />{' '}
          {oddities.notAsked.join(', ')}
        </Note>
      )}
      {oddities && oddities.doubled.length > 0 && (
        <Note>
          <Trans>Products received more than once: {oddities.doubled.join(', ')}</Trans>
        </Note>
      )}
      {oddities && oddities.withheld > 0 && (
        <Note>
          <Plural
            value={oddities.withheld}
            one="# product on this page wasn't received."
            other="# products on this page weren't received."
          />
        </Note>
      )}
    </div>
  );
}

/** Whether the product's own calendar failed to load, so that only readable parts of the page response are shown. */
function isIncomplete(product: ListedProduct): boolean {
  return product.kind === 'calendar' && product.findings.some(({ kind }) => kind === 'own-calendar-failed');
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
  const asked = String(pastEnd.requested);
  const opened = String(pastEnd.opened);
  return (
    <Trans>
      Page {asked} doesn't exist. Showing the last page, {opened}.
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
