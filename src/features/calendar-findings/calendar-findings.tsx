import { Plural, Trans } from '@lingui/react/macro';
import { TriangleAlert } from 'lucide-react';

import { useLocale } from '#ui/locale.tsx';
import type { ListingFinding } from '#domain/calendars/listed-product.ts';
import type { CalendarFinding } from '#domain/stock-timeline.ts';

import classes from './calendar-findings.module.css';
import { ListingFindingText } from './listing-finding-text.tsx';

const noFindings: readonly ListingFinding[] = [];

interface CalendarFindingsProps {
  findings: readonly CalendarFinding[];
  /** How the calendar came back among others, where it was asked for so. */
  listing?: readonly ListingFinding[];
}

/** What is odd about the entries, and what was made of it. */
export function CalendarFindings({ findings, listing = noFindings }: CalendarFindingsProps) {
  if (findings.length === 0 && listing.length === 0) return null;
  return (
    <div role="note" className={classes.findings}>
      <TriangleAlert aria-hidden size={18} />
      <ul>
        {listing.map((finding) => (
          <li key={finding.kind}>
            <ListingFindingText finding={finding} />
          </li>
        ))}
        {findings.map((finding) => (
          <li key={`${finding.kind} ${finding.kind === 'doubled-date' ? finding.date : ''}`}>
            <Finding finding={finding} />
          </li>
        ))}
      </ul>
    </div>
  );
}

function Finding({ finding }: { finding: CalendarFinding }) {
  const { formatDate } = useLocale();
  if (finding.kind === 'deleted') {
    return (
      <Plural
        value={finding.count}
        one="# deleted entry came with the calendar; it counts for nothing."
        other="# deleted entries came with the calendar; they count for nothing."
      />
    );
  }
  if (finding.kind === 'second-max-lead-time') {
    const kept = formatDate(finding.kept, 'long');
    return <Trans>The calendar holds more than one max lead time; the latest counts, {kept}.</Trans>;
  }
  const date = formatDate(finding.date, 'long');
  return <Trans>The calendar holds several levels for {date}; the lowest counts.</Trans>;
}
