import '@mantine/core/styles/InlineInput.css';
import '@mantine/core/styles/Switch.css';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { Button, Group, Switch, Text } from '@mantine/core';
import { ListFilter, X } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';

import type { ProductId } from '#stock/contract/product-id.ts';
import { isSameUnit } from '#stock/order-list/unit-word.ts';
import { QuantityField, useQuantityDraft } from '#parts/quantity-field.tsx';
import { keepTyping, takeTyping } from '#ui/early-typing.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { useLocale } from '#ui/locale.tsx';

import type { CalendarsSearch } from '#products/products-search.ts';

import type { Choice } from './choice.ts';
import classes from './chooser.module.css';

const ChooserDialog = lazy(async () => ({ default: (await import('./chooser-dialog.tsx')).ChooserDialog }));

interface ChosenProductsProps {
  choice: Choice;
  /** Number of products, null if not known yet. */
  total: number | null;
  /** Empty for all products. */
  onChoose: (ids: readonly ProductId[]) => void;
  onChooseList: (listId: string) => void;
}

/** Name and number of the products shown, with a button to select others. */
export function ChosenProducts({ choice, total, onChoose, onChooseList }: ChosenProductsProps) {
  const { t } = useLingui();
  const { formatCount } = useLocale();
  const [isChoosing, setIsChoosing] = useState(false);
  const { productIds, listName } = choice;
  const count = formatCount(total ?? 0);
  const open = () => {
    // Buffers typing until the dialog's code is loaded and its field has the focus.
    keepTyping(close);
    setIsChoosing(true);
  };
  const close = () => {
    takeTyping();
    setIsChoosing(false);
  };

  return (
    <Group gap={8}>
      <Text component="p" maw="18rem" mih={36} fw={600} lh="18px" truncate>
        {listName !== null ? (
          <bdi>{listName}</bdi>
        ) : productIds === null ? (
          <Trans>All products</Trans>
        ) : (
          <Trans>Selected products</Trans>
        )}
        {total !== null && (
          <Text
            span
            display="block"
            c="dimmed"
            fz={13}
            fw={400}
            lh="18px"
            style={{ fontVariantNumeric: 'tabular-nums' }}
          >
            <Plural value={total} one={`${count} product`} other={`${count} products`} />
          </Text>
        )}
      </Text>
      <Button variant="default" leftSection={<ListFilter aria-hidden size={18} />} onClick={open}>
        <Trans>Select products</Trans>
      </Button>
      {productIds !== null && <IconButton label={t`Show all products`} Icon={X} onClick={() => onChoose([])} />}
      {isChoosing && (
        <Suspense>
          <ChooserDialog
            ids={productIds ?? []}
            onChoose={(ids) => {
              close();
              onChoose(ids);
            }}
            onChooseList={(listId) => {
              close();
              onChooseList(listId);
            }}
            onClose={close}
          />
        </Suspense>
      )}
    </Group>
  );
}

interface QuestionFieldsProps extends Pick<CalendarsSearch, 'change' | 'quantity' | 'includesMaxLeadTime'> {
  /** Unit of the quantity; null if every unit counts, or if it isn't known yet. */
  unit: string | null;
  /** The units of the products. */
  units: readonly string[];
}

/** Fields for the wanted quantity and the max lead time setting. A unit typed beside the quantity is selected. */
export function QuestionFields({ change, quantity, unit, units, includesMaxLeadTime }: QuestionFieldsProps) {
  const field = useQuantityDraft({ quantity, unit, units }, (next, typed) =>
    change({
      quantity: next,
      ...(typed !== null && { unit: units.find((each) => isSameUnit(each, typed)) ?? typed, page: undefined }),
    }),
  );
  return (
    <Group gap="8px 12px" className={classes.question}>
      <QuantityField {...field} />
      <Switch
        label={<Trans>Include max lead time</Trans>}
        checked={includesMaxLeadTime}
        onChange={(event) => change({ mlt: event.currentTarget.checked ? undefined : false })}
      />
    </Group>
  );
}
