import { Plural, Trans } from '@lingui/react/macro';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';

import type { ProductId } from '#contract/product-id.ts';
import { isMissing, type ListedProduct } from '#domain/calendars/listed-product.ts';

import type { CutChoice } from '#pages/calendars/scope/choice.ts';

import classes from './page-notes.module.css';
import type { Listing, PastEnd } from './use-listing.ts';

interface PageNotesProps {
  listing: Pick<Listing, 'notes' | 'products'>;
  cut: CutChoice | null;
}

/** What has to be said of the page on screen: another one than asked for, products without a calendar, an odd response. */
export function PageNotes({ listing: { notes, products }, cut }: PageNotesProps) {
  const { pastEnd, totalChange, oddities } = notes;
  const withoutAnswer = products.filter((product) => product.kind === 'no-answer' && !isMissing(product));
  const odd = products.filter((product) => product.kind === 'calendar' && product.findings.length > 0);
  const unsure = odd.filter(isUnsure);
  const askedAgain = odd.filter((product) => !isUnsure(product));
  return (
    <div aria-live="polite" className={classes.notes}>
      {cut && (
        <Note>
          <Trans>
            These are the first {cut.shown} of {cut.chosen} chosen products: this browser keeps no lists, and an address
            holds no more.
          </Trans>
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
            There were {totalChange.before} products when the page before was loaded, and there are {totalChange.now}{' '}
            now: the pages have shifted.
          </Trans>
        </Note>
      )}
      {withoutAnswer.length > 0 && (
        <Note>
          <Plural value={withoutAnswer.length} one="# product has no answer:" other="# products have no answer:" />{' '}
          {firstOf(withoutAnswer)}
        </Note>
      )}
      {askedAgain.length > 0 && (
        <Note>
          <Plural
            value={askedAgain.length}
            one="# calendar came back odd among the others, so it was asked for by itself; its chart says how:"
            other="# calendars came back odd among the others, so each was asked for by itself; the charts say how:"
          />{' '}
          {firstOf(askedAgain)}
        </Note>
      )}
      {unsure.length > 0 && (
        <Note>
          <Plural
            value={unsure.length}
            one="# calendar could be read only in part, and can’t be had by itself:"
            other="# calendars could be read only in part, and can’t be had by themselves:"
          />{' '}
          {firstOf(unsure)}
        </Note>
      )}
      {oddities && oddities.notAsked.length > 0 && (
        <Note>
          <Plural
            value={oddities.notAsked.length}
            one="The service sent # product that was not asked for; it is not shown:"
            other="The service sent # products that were not asked for; they are not shown:"
          />{' '}
          {oddities.notAsked.join(', ')}
        </Note>
      )}
      {oddities && oddities.doubled.length > 0 && (
        <Note>
          <Trans>The service sent more than once: {oddities.doubled.join(', ')}</Trans>
        </Note>
      )}
      {oddities && oddities.withheld > 0 && (
        <Note>
          <Plural
            value={oddities.withheld}
            one="The service counts # more product on this page than it sent."
            other="The service counts # more products on this page than it sent."
          />
        </Note>
      )}
    </div>
  );
}

/** Whether only what could be read among the others is shown of a product. */
function isUnsure(product: ListedProduct): boolean {
  return product.kind === 'calendar' && product.findings.some(({ kind }) => kind === 'own-calendar-failed');
}

/** This many ids are named; of more, the note says how many. */
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
  const asked = String(pastEnd.asked);
  const opened = String(pastEnd.opened);
  return (
    <Trans>
      There is no page {asked}: this is the last one, page {opened}.
    </Trans>
  );
}

function Note({ children }: { children: ReactNode }) {
  return (
    <p className={classes.note}>
      <Info aria-hidden size={16} />
      <span>{children}</span>
    </p>
  );
}
