import '@mantine/core/styles/Alert.css';
import { Plural, Trans } from '@lingui/react/macro';
import { Alert } from '@mantine/core';
import { TriangleAlert } from 'lucide-react';

import { useLocale } from '#ui/locale.tsx';
import type { CalendarFinding } from '#stock/stock-timeline.ts';

/** Irregularities in the entries, and how they were resolved. */
export function CalendarFindings({ findings }: { findings: readonly CalendarFinding[] }) {
  if (findings.length === 0) return null;
  return (
    <Alert role="note" mb={12} bg="var(--sh-muted-bg)" icon={<TriangleAlert aria-hidden color="var(--sh-mlt)" />}>
      <ul style={{ listStyle: 'none' }}>
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
