import type { ProbeRequest, SendProbe } from './probe.ts';

const codes = { company: 'BRU', salesOrganization: '2510' };
const dates = { stockDate: '2027-03-17', stockDateUnix: 1_805_241_600 };

/**
 * A service that responds like the specification's examples, with nothing beyond them. `stock` of §4.4 is empty, the
 * calendar has one stock entry and a max lead time of 99999, and errors have the format of API Management.
 */
export const exampleService: SendProbe = async (request) => {
  const body = bodyFor(request);
  const status = request.credentials === 'accepted' ? (body === null ? 404 : 200) : 401;
  const content = status === 200 ? body : { statusCode: status, message: 'Access denied.' };
  return { status, headers: { 'content-type': 'application/json' }, body: JSON.stringify(content) };
};

function bodyFor({ method, path, body }: ProbeRequest): object | null {
  const url = new URL(path, 'http://example.test');
  const ids = /\d+/.exec(url.pathname)?.map(Number) ?? [];
  if (url.pathname === '/stock/calendar') return method === 'GET' ? search(url.searchParams) : null;
  if (ids.some((id) => id !== 12_345)) return null;
  if (url.pathname.endsWith('/calendar')) return calendar(url.searchParams);
  const lines = (body as { products: { productId: number; quantity: number }[] } | undefined)?.products;
  return lookup(lines ?? [{ productId: 12_345, quantity: Number(url.searchParams.get('quantity')) }]);
}

function search(query: URLSearchParams) {
  const page = Number(query.get('page'));
  const item = { itemId: '12345', id: '12345', localized: [], productId: 12_345, ...codes, stock: [] };
  return envelope(page === 1 ? [item] : [], [12_345], { page, pageSize: Number(query.get('pageSize')) });
}

function calendar(query: URLSearchParams) {
  const entry = { productId: 12_345, ...codes, isDeleted: false, territoryId: 'BRU_GLO', isMaxLeadTime: false };
  const real = { ...entry, ...dates, stockQuantity: 250.5 };
  const lead = {
    ...entry,
    stockDate: '2027-06-12',
    stockDateUnix: 1_812_758_400,
    stockQuantity: 99_999,
    isMaxLeadTime: true,
  };
  const reals = Number(query.get('quantity') ?? 0) <= 250.5 ? [real] : [];
  const { filters, ...rest } = envelope(
    [...reals, ...(query.get('includeMaxLeadTime') === 'true' ? [lead] : [])],
    [12_345],
  );
  return { ...rest, filters: filters.map(({ value: _absentHere, ...filter }) => filter) };
}

function lookup(lines: readonly { productId: number; quantity: number }[]) {
  const items = lines.map(({ productId, quantity }) => ({
    itemId: String(productId),
    id: String(productId),
    localized: [],
    productId,
    ...codes,
    lastUpdateDate: '2026-11-20',
    ...dates,
    isMaxLeadTime: false,
    stockQuantity: quantity,
    territoryId: 'BRU_GLO',
  }));
  return envelope(
    items,
    lines.map(({ productId }) => productId),
    { page: 1, pageSize: lines.length },
  );
}

function envelope(items: readonly object[], ids: readonly number[], paging = { page: 1, pageSize: 1 }) {
  return {
    parameters: null,
    results: items.map((item) => ({ item })),
    facets: [],
    filters: ids.map((id) => ({
      name: 'productId',
      displayName: 'Product',
      keyValue: String(id),
      displayValue: String(id),
      value: id,
    })),
    // A single ID is written without `any()`, even for a list of one.
    filter: `productId.eq.${ids.join(',')}`,
    ...paging,
    totalPageCount: 1,
    totalItemCount: ids.length,
  };
}
