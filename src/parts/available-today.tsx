import { useLingui } from '@lingui/react/macro';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';

import { calendars } from '#data/calendar-pages.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { levelOn, readTimeline } from '#stock/stock-timeline.ts';
import { useLocale } from '#ui/locale.tsx';

interface AvailableTodayProps {
  product: Product;
  /** All products of the list, which are requested at once. */
  listed: readonly ProductId[];
}

/** The quantity that is available today; nothing until it is known, or if the calendar promises nothing. */
export function AvailableToday({ product: { productId, unit }, listed }: AvailableTodayProps) {
  const { t } = useLingui();
  const { today, namedToday, formatDate, formatQuantity } = useLocale();
  const request = { productIds: listed, quantity: null, includeMaxLeadTime: true, page: 1, pageSize: listed.length };
  const { data } = useQuery({ ...calendars.page(request), refetchInterval: false, retry: false });
  const entries = data?.rows.find(({ product }) => product.productId === productId)?.entries;
  if (entries == null) return null;
  const amount = formatQuantity(levelOn(readTimeline(entries, today), today), unit);
  const date = formatDate(today, 'short');
  return (
    <Text inherit c="dimmed" fz={13} style={{ whiteSpace: 'nowrap' }}>
      {namedToday === null ? t`${amount} on ${date}` : t`${amount} today`}
    </Text>
  );
}
