import { Trans, useLingui } from '@lingui/react/macro';
import { Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { calendars } from '#data/calendar-pages.ts';
import type { Product } from '#stock/contract/gateway-responses.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import { isOtherUnit, type Suggestion } from '#stock/product-entry.ts';
import { addDays } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { levelOn, readTimeline } from '#stock/stock-timeline.ts';
import { useLocale } from '#ui/locale.tsx';

/** A product in a list to select from. Recent products are stored with their name only. */
export type ListedChoice = Pick<Product, 'productId' | 'name'> & Partial<Product>;

interface ProductChoiceProps {
  product: ListedChoice;
  /** At the end of the first line. */
  end?: ReactNode;
  /** At the end of the second line. */
  children?: ReactNode;
}

/** Product name, with ID, SKU and unit below. */
export function ProductChoice({ product: { productId, name, sku, unit }, end, children }: ProductChoiceProps) {
  return (
    <>
      <Group wrap="nowrap" gap={12} align="baseline">
        <Text inherit lineClamp={2} flex={1}>
          <bdi>{name ?? productId}</bdi>
        </Text>
        {end}
      </Group>
      <Group wrap="nowrap" gap={8} fz={13}>
        <Text inherit c="dimmed" truncate flex={1}>
          {[productId, sku, unit].filter((part) => part != null).join(' · ')}
        </Text>
        {children}
      </Group>
    </>
  );
}

/** Days. Dates further ahead are shown with their year. */
const nextYear = 364;

interface SuggestedProductProps {
  suggestion: Suggestion;
  /** All suggestions of the list. */
  of: readonly Suggestion[];
}

/** A suggestion for a text, with the quantity and date that the text then contains, and what is available today. */
export function SuggestedProduct({ suggestion, of }: SuggestedProductProps) {
  const { product, quantity, unit, shipBy } = suggestion;
  const { today, formatQuantity, formatDate } = useLocale();
  const date = shipBy && formatDate(shipBy, shipBy > addDays(today, nextYear) ? 'medium' : 'short');
  return (
    <ProductChoice
      product={product}
      end={
        <AvailableToday
          product={product}
          wanted={isOtherUnit(suggestion) ? null : quantity}
          listed={of.map((each) => each.product.productId)}
        />
      }
    >
      {quantity !== null && (
        <Text inherit fw={600}>
          {formatQuantity(quantity, unit ?? product.unit)}
        </Text>
      )}
      {date !== null && (
        <Text inherit>
          <Trans>by {date}</Trans>
        </Text>
      )}
    </ProductChoice>
  );
}

interface AvailableTodayProps {
  product: Product;
  /** Null without one in the product's unit. */
  wanted: Thousandths | null;
  listed: readonly ProductId[];
}

/**
 * The quantity that is available today, emphasized if it covers the quantity wanted; nothing until it is known, or if the
 * calendar promises nothing. All listed products are requested at once.
 */
export function AvailableToday({ product: { productId, unit }, wanted, listed }: AvailableTodayProps) {
  const { t } = useLingui();
  const { today, namedToday, formatDate, formatQuantity } = useLocale();
  const request = { productIds: listed, quantity: null, includeMaxLeadTime: true, page: 1, pageSize: listed.length };
  const { data } = useQuery({ ...calendars.page(request), refetchInterval: false, retry: false });
  const entries = data?.rows.find(({ product }) => product.productId === productId)?.entries;
  if (entries == null) return null;
  const level = levelOn(readTimeline(entries, today), today);
  const amount = formatQuantity(level, unit);
  const isEnough = wanted !== null && level >= wanted;
  const date = formatDate(today, 'short');
  return (
    <Text
      span
      inherit
      c={isEnough ? 'var(--sh-in-stock)' : 'dimmed'}
      fw={isEnough ? 600 : undefined}
      fz={13}
      style={{ whiteSpace: 'nowrap' }}
    >
      {namedToday === null ? t`${amount} on ${date}` : t`${amount} today`}
    </Text>
  );
}
