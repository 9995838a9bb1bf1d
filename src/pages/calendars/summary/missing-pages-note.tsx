import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';

import type { CalendarLoadSnapshot } from '#api/calendars/calendar-load.ts';
import type { MissingPages } from '#api/calendars/load-parts.ts';
import { notAnsweredWords } from '#features/answer/not-answered-words.ts';

import classes from './summary.module.css';

interface MissingPagesNoteProps {
  snapshot: CalendarLoadSnapshot;
  onResume: () => void;
}

/** Which pages are not there and why, with a way to load only those. */
export function MissingPagesNote({ snapshot, onResume }: MissingPagesNoteProps) {
  const { phase, donePages, totalPages, missing, missingPages, missingProducts, unsettledProducts, totalChange } =
    snapshot;
  if (phase === 'cancelled') {
    const done = String(donePages);
    const all = totalPages === null ? '?' : String(totalPages);
    return (
      <div className={classes.alert} tabIndex={-1} data-focus-heir>
        <p>
          <Trans>
            Stopped after {done} of {all} pages.
          </Trans>
        </p>
        <Resume onResume={onResume} />
      </div>
    );
  }
  if (phase !== 'incomplete') return null;
  return (
    <div role="alert" className={classes.alert} tabIndex={-1} data-focus-heir>
      <div>
        <p className={classes.alertTitle}>
          <TriangleAlert aria-hidden size={18} />
          {totalChange !== null ? (
            <Trans>
              Products came or went meanwhile ({totalChange.before} before, {totalChange.now} now): load all pages anew.
            </Trans>
          ) : missingPages > 0 ? (
            <Plural value={missingPages} one="# page is missing." other="# pages are missing." />
          ) : unsettledProducts === 0 ? (
            <Plural
              value={missingProducts}
              one="# product that the service counts came on no page: load all pages anew."
              other="# products that the service counts came on no page: load all pages anew."
            />
          ) : (
            <Plural
              value={unsettledProducts}
              one="The calendar of # product could not be had."
              other="The calendars of # products could not be had."
            />
          )}
        </p>
        {missing.length > 0 && (
          <ul>
            {missing.map((pages) => (
              <li key={pages.firstPage}>
                <Missing pages={pages} />
              </li>
            ))}
          </ul>
        )}
      </div>
      <Resume onResume={onResume} />
    </div>
  );
}

function Missing({ pages: { firstPage, lastPage, why, isPartial } }: { pages: MissingPages }) {
  const { i18n } = useLingui();
  const first = String(firstPage);
  const last = String(lastPage);
  return (
    <>
      <b>
        {firstPage === lastPage ? (
          <Trans>Page {first}</Trans>
        ) : (
          <Trans>
            Pages {first} to {last}
          </Trans>
        )}
      </b>
      {isPartial && (
        <>
          {' '}
          <Trans>(in part)</Trans>
        </>
      )}
      {': '}
      {why !== null ? (
        notAnsweredWords(why, i18n)
      ) : isPartial ? (
        <Trans>The service counts more products there than it sent.</Trans>
      ) : (
        <Trans>Not asked for.</Trans>
      )}
    </>
  );
}

function Resume({ onResume }: { onResume: () => void }) {
  return (
    <Button variant="default" onClick={onResume}>
      <Trans>Resume</Trans>
    </Button>
  );
}
