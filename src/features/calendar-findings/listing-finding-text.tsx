import { Plural, Trans } from '@lingui/react/macro';

import type { ListingFinding } from '#domain/calendars/listed-product.ts';

/** What was odd about how a calendar came back among others, and what was done about it. */
export function ListingFindingText({ finding }: { finding: ListingFinding }) {
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
