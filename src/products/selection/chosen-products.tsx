import { Plural, Trans } from '@lingui/react/macro';
import { Button, Group, Text } from '@mantine/core';
import { ListFilter } from 'lucide-react';
import { lazy, memo, Suspense, useState } from 'react';

import { QuantityField, useQuantityDraft } from '#parts/quantity-field.tsx';
import { useLocale } from '#ui/locale.tsx';

import type { CalendarsSearch } from '#products/products-search.ts';

import { type Choice, useChoose } from './choice.ts';
import classes from './chooser.module.css';

const ChooserDialog = lazy(async () => ({ default: (await import('./chooser-dialog.tsx')).ChooserDialog }));

interface ChosenProductsProps extends Pick<CalendarsSearch, 'change'> {
  choice: Choice;
  /** Number of products, null if not known yet. */
  total: number | null;
  /** How many of them match the filters, null if these are all. */
  found: number | null;
  /** Whether the number couldn't be loaded. */
  hasFailed: boolean;
}

/** Number of the products shown, with a button to select others. */
export const ChosenProducts = memo(function ChosenProducts(props: ChosenProductsProps) {
  const { change, choice, total, found, hasFailed } = props;
  const { formatCount } = useLocale();
  const { choose, chooseList } = useChoose({ change });
  const [isChoosing, setIsChoosing] = useState(false);
  const count = formatCount(total ?? 0);
  const close = () => setIsChoosing(false);

  return (
    <Group gap={8}>
      {/* Its place is reserved until the number is known. */}
      {!hasFailed && (
        <Text component="p" aria-live="polite" miw="7.5em" fz={14} style={{ fontVariantNumeric: 'tabular-nums' }}>
          {total !== null &&
            (found === null ? (
              <Plural value={total} one={`${count} product`} other={`${count} products`} />
            ) : (
              <Hits {...{ found, total }} />
            ))}
        </Text>
      )}
      <Button variant="default" leftSection={<ListFilter aria-hidden size={18} />} onClick={() => setIsChoosing(true)}>
        <Trans>Select products</Trans>
      </Button>
      {isChoosing && (
        <Suspense>
          <ChooserDialog
            ids={choice.productIds ?? []}
            onChoose={(ids) => {
              close();
              choose(ids);
            }}
            onChooseList={(listId) => {
              close();
              chooseList(listId);
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </Group>
  );
});

/** Number of the products that match the filters. */
export function Hits({ found, total }: { found: number; total: number }) {
  const { formatCount } = useLocale();
  const [count, all] = [formatCount(found), formatCount(total)];
  return <Plural value={total} one={`${count} of ${all} product`} other={`${count} of ${all} products`} />;
}

/** ID of the element that contains the field. */
export const quantityFieldId = 'products-quantity';

interface ProductsQuantityProps extends Pick<CalendarsSearch, 'change' | 'quantity'> {
  /** Unit of the quantity; null if every unit counts, or if it isn't known yet. */
  unit: string | null;
  /** The units of the products. */
  units: readonly string[];
}

/** Field for the wanted quantity. A unit typed beside it is selected. */
export const ProductsQuantity = memo(function ProductsQuantity(props: ProductsQuantityProps) {
  const { change, quantity, unit, units } = props;
  const field = useQuantityDraft({ quantity, unit, units }, (next, typed) =>
    change({ quantity: next, ...(typed !== null && { unit: typed, page: undefined }) }),
  );
  return (
    <div id={quantityFieldId} className={classes.question}>
      <QuantityField {...field} />
    </div>
  );
});
