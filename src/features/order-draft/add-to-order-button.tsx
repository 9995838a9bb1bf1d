import { Trans } from '@lingui/react/macro';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Check, ListPlus } from 'lucide-react';
import { useState } from 'react';

import { session } from '#api/session.ts';
import { useLocale } from '#ui/locale.tsx';
import { rememberedKey } from '#features/remembered.ts';
import type { ProductId } from '#contract/product-id.ts';
import type { CalendarDate } from '#lib/calendar-date.ts';
import type { Thousandths } from '#lib/thousandths.ts';

import classes from './add-to-order-button.module.css';

interface AddToOrderButtonProps {
  productId: ProductId;
  /** Null leaves it to be filled in. */
  quantity: Thousandths | null;
  neededBy?: CalendarDate | null;
}

/** Puts a product on the order that the person has open, without leaving the screen. */
export function AddToOrderButton({ productId, quantity, neededBy = null }: AddToOrderButtonProps) {
  const { formatQuantity } = useLocale();
  const { data } = useQuery(session.current());
  const owner = data ? rememberedKey('order', data) : null;
  const line = { product: String(productId), quantity, neededBy };
  const said = JSON.stringify(line);
  const [outcome, setOutcome] = useState<{ said: string; kind: 'added' | 'refused' } | null>(null);
  const kind = outcome?.said === said ? outcome.kind : null;

  async function add() {
    if (owner === null) return;
    try {
      // The order's storage is no part of the first load of a screen that may never need it.
      const { addToOrder } = await import('./add-to-order.ts');
      await addToOrder(owner, line, formatQuantity);
      setOutcome({ said, kind: 'added' });
    } catch {
      setOutcome({ said, kind: 'refused' });
    }
  }

  return (
    <div className={classes['add']}>
      <Button
        variant="default"
        disabled={owner === null}
        leftSection={kind === 'added' ? <Check size={18} aria-hidden /> : <ListPlus size={18} aria-hidden />}
        onClick={() => void add()}
      >
        <Trans>Add to order</Trans>
      </Button>
      <output className={classes['said']}>
        {kind === 'added' && (
          <Link to="/order">
            <Trans>Added: open the order</Trans>
          </Link>
        )}
        {kind === 'refused' && <Trans>This browser keeps no orders.</Trans>}
      </output>
    </div>
  );
}
