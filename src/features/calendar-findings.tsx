import '@mantine/core/styles/Alert.css';
import { Plural, Trans } from '@lingui/react/macro';
import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';

import { useLocale } from '#ui/locale.tsx';
import type { ListingFinding } from '#domain/calendars/listed-product.ts';
import type { CalendarFinding } from '#domain/stock-timeline.ts';

const noFindings: readonly ListingFinding[] = [];

interface CalendarFindingsProps {
  findings: readonly CalendarFinding[];
  /** Findings of a product list, if the calendar was requested with others. */
  listing?: readonly ListingFinding[];
}

/** Irregularities in the entries, and how they were resolved. */
export function CalendarFindings({ findings, listing = noFindings }: CalendarFindingsProps) {
  if (findings.length === 0 && listing.length === 0) return null;
  return (
    <Alert role="note" mb={12} bg="var(--sh-muted-bg)" icon={<TriangleAlert aria-hidden color="var(--sh-mlt)" />}>
      <ul style={{ listStyle: 'none' }}>
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
    </Alert>
  );
}

function Finding({ finding }: { finding: CalendarFinding }) {
  const { formatDate } = useLocale();
  if (finding.kind === 'deleted') {
    return <Plural value={finding.count} one="# deleted entry was ignored." other="# deleted entries were ignored." />;
  }
  if (finding.kind === 'no-date') {
    return (
      <Plural
        value={finding.count}
        one="# entry has no date, only a placeholder. It isn't a ship date."
        other="# entries have no date, only a placeholder. They aren't ship dates."
      />
    );
  }
  if (finding.kind === 'second-max-lead-time') {
    const kept = formatDate(finding.kept, 'long');
    return <Trans>The calendar contains several max lead time dates. The latest, {kept}, is used.</Trans>;
  }
  const date = formatDate(finding.date, 'long');
  return <Trans>The calendar contains several quantities for {date}. The lowest is used.</Trans>;
}

/** An irregularity in how a calendar was listed, and how it was resolved. */
function ListingFindingText({ finding }: { finding: ListingFinding }) {
  if (finding.kind === 'unreadable-entries') {
    return (
      <Plural
        value={finding.count}
        one="# entry couldn't be read. The calendar was reloaded individually."
        other="# entries couldn't be read. The calendar was reloaded individually."
      />
    );
  }
  const texts = {
    'empty-stock': <Trans>Returned without entries in the list. The calendar was reloaded individually.</Trans>,
    doubled: <Trans>Returned more than once with different data. The calendar was reloaded individually.</Trans>,
    'left-out': <Trans>Counted by the service but not returned. The calendar was reloaded individually.</Trans>,
    'own-calendar-failed': <Trans>Couldn't reload the stock calendar. Showing the data from the list.</Trans>,
  };
  return texts[finding.kind];
}
