import { Trans, useLingui } from '@lingui/react/macro';
import { Box, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, ListPlus } from 'lucide-react';

import type { ProductId } from '#stock/contract/product-id.ts';
import { useRememberedKey } from '#parts/remembered.ts';
import type { CalendarDate } from '#stock/calendar-date.ts';
import type { Thousandths } from '#stock/thousandths.ts';
import { useScreenKeys } from '#ui/keys.ts';

import type { NewLine } from './saved-order.ts';

interface AddToOrderButtonProps {
  productIds: readonly ProductId[];
  /** Of each product. Null if the user will enter it later. */
  quantity: Thousandths | null;
  shipBy?: CalendarDate | null;
  /** Key that adds too, in lower case, named in the tooltip. */
  hotkey?: string;
}

/** Adds products to the user's open order without leaving the page. */
export function AddToOrderButton({ productIds, quantity, shipBy = null, hotkey }: AddToOrderButtonProps) {
  const { t } = useLingui();
  const owner = useRememberedKey('order');
  const adding = useMutation({
    mutationFn: async (lines: readonly NewLine[]) => {
      // Loaded on demand, because most visits don't need the order storage.
      const { addToOrder } = await import('./open-order.ts');
      if (owner !== null) await addToOrder(owner, lines);
    },
  });
  const lines = productIds.map((productId) => ({ product: String(productId), quantity, shipBy }));
  // The status of one query doesn't apply to the next.
  const isSaid = JSON.stringify(adding.variables) === JSON.stringify(lines);
  const isAdded = isSaid && adding.isSuccess;

  useScreenKeys(
    hotkey === undefined || owner === null ? {} : { [hotkey]: ({ repeat }) => repeat || adding.mutate(lines) },
  );

  return (
    <Box ta="center">
      <Button
        variant="default"
        disabled={owner === null}
        title={hotkey === undefined ? undefined : `${t`Add to order`} (${hotkey.toUpperCase()})`}
        leftSection={isAdded ? <Check size={18} aria-hidden /> : <ListPlus size={18} aria-hidden />}
        onClick={() => adding.mutate(lines)}
      >
        <Trans>Add to order</Trans>
      </Button>
      <Box component="output" display="block" mt={4} fz={14} lh="20px">
        {isAdded && (
          <Link to="/order">
            <Trans>Added. View order</Trans>
          </Link>
        )}
        {isSaid && adding.isError && <Trans>Couldn't add to the order. Try again.</Trans>}
      </Box>
    </Box>
  );
}
