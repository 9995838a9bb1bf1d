import { useQuery } from '@tanstack/react-query';

import { session } from '#api/session.ts';
import type { ExportSource } from '#domain/export/export-table.ts';

/** Gives where what was asked at a time comes from; null while it is not known which service this is. */
export function useExportSource(): ((retrievedAt: number | null, filter: string) => ExportSource) | null {
  const { data } = useQuery(session.current());
  if (!data) return null;
  const { market, service } = data;
  return (retrievedAt, filter) => ({
    retrieved: retrievedAt === null ? '' : new Date(retrievedAt).toISOString(),
    service: service.baseUrl,
    market: market === null ? '' : [market.company, market.salesOrganization, market.territoryId].join(', '),
    filter,
  });
}
