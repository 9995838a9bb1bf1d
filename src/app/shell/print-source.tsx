import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';

import { session } from '#api/session.ts';
import { useLocale } from '#ui/locale.tsx';

/** What a printed page says of where it comes from; shown on paper alone. */
export function PrintSource({ className }: { className: string | undefined }) {
  const { data } = useQuery(session.current());
  const { today, formatDate } = useLocale();
  if (!data?.market) return null;
  const { company, salesOrganization, territoryId } = data.market;
  return (
    <p className={className} aria-hidden>
      <Trans>
        {data.service.baseUrl} · {[company, salesOrganization, territoryId].join(' · ')} · printed on{' '}
        {formatDate(today, 'long')}
      </Trans>
    </p>
  );
}
