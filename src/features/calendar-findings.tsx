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
  /** How the calendar came back among others, where it was asked for so. */
  listing?: readonly ListingFinding[];
}

/** What is odd about the entries, and what was made of it. */
export function CalendarFindings({ findings, listing = noFindings }: CalendarFindingsProps) {
  if (findings.length === 0 && listing.length === 0) return null;
  return (
    <Alert role="note" mb={12} bg="var(--sh-muted-bg)" icon={<TriangleAlert aria-hidden color="var(--sh-mlt)" />}>
      <ul style={{ listStyle: 'none', margin: 0, padding: 0 }}>
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

/** What was odd about how a calendar came back among others, and what was done about it. */
function ListingFindingText({ finding }: { finding: ListingFinding }) {
  if (finding.kind === 'unreadable-entries') {
    return (
      <Plural
        value={finding.count}
        one="# entry could not be read; its own calendar was asked for."
        other="# entries could not be read; its own calendar was asked for."
      />
    );
  }
  const texts = {
    'empty-stock': <Trans>Among the others it came without entries; its own calendar was asked for.</Trans>,
    doubled: <Trans>It came more than once, with calendars that differ; its own was asked for.</Trans>,
    'left-out': <Trans>The service counted it and left it out; its own calendar was asked for.</Trans>,
    'own-calendar-failed': (
      <Trans>Its own calendar could not be had: this is what could be read among the others.</Trans>
    ),
  };
  return texts[finding.kind];
}
