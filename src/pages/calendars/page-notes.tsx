import { Plural, Trans } from '@lingui/react/macro';
import { Info } from 'lucide-react';
import type { ReactNode } from 'react';

import type { PageOddities } from '#api/calendars/calendar-page.ts';
import type { TotalChange } from '#api/calendars/calendar-load.ts';
import type { ProductId } from '#contract/product-id.ts';
import { isMissing, type ListedProduct } from '#domain/calendars/listed-product.ts';

import classes from './page-notes.module.css';
import type { CutChoice } from './use-choose.ts';
import type { PastEnd } from './use-paged-calendars.ts';

interface PageNotesProps {
  cut: CutChoice | null;
  pastEnd: PastEnd | null;
  totalChange: TotalChange | null;
  oddities: PageOddities | null;
  products: readonly ListedProduct[];
}

/** What has to be said of the page on screen: another than asked for, products without an answer, an answer out of order. */
export function PageNotes({ cut, pastEnd, totalChange, oddities, products }: PageNotesProps) {
  const withoutAnswer = products
    .filter((product) => product.kind === 'no-answer' && !isMissing(product))
    .map(({ productId }) => productId);
  const odd = products.filter((product) => product.kind === 'calendar' && product.findings.length > 0);
  const unsure = odd.filter(isUnsure).map(({ productId }) => productId);
  const askedAgain = odd.filter((product) => !isUnsure(product)).map(({ productId }) => productId);
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

/** Whether what is shown of a product is no more than what could be read among the others. */
function isUnsure(product: ListedProduct): boolean {
  return product.kind === 'calendar' && product.findings.some(({ kind }) => kind === 'own-calendar-failed');
}

/** So many ids are read; a longer list says how many more there are. */
const mostNamed = 20;

function firstOf(ids: readonly ProductId[]) {
  const more = ids.length - mostNamed;
  if (more <= 0) return ids.join(', ');
  const named = ids.slice(0, mostNamed).join(', ');
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
