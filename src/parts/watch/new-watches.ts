import type { CalendarDate } from '#stock/calendar-date.ts';
import type { ProductId } from '#stock/contract/product-id.ts';
import type { Watch } from '#stock/contract/watches.ts';
import type { WatchCondition } from '#stock/promises/line-event.ts';
import type { Thousandths } from '#stock/thousandths.ts';

/** A product that can be watched. */
export interface WatchedProduct {
  productId: ProductId;
  /** Name as shown. */
  product: string;
  unit: string | null;
  /** Null if the user enters it. */
  quantity: Thousandths | null;
  shipBy: CalendarDate | null;
}

/** What the user entered for all of the products. */
export interface EnteredWatch extends Pick<Watch, 'when' | 'days' | 'endsAfter'> {
  /** Of the products without their own. */
  quantity: Thousandths | null;
  /** `own`: each product's. */
  shipBy: CalendarDate | 'own' | null;
}

/** Whether the products have different ship-by dates, so that one field can't hold them. */
export function hasOwnDates(products: readonly WatchedProduct[]): boolean {
  return products.some(({ shipBy }) => shipBy !== products[0]?.shipBy);
}

/**
 * Returns the watches of products, without those that have no quantity. Where there is no date that a product can ship
 * by again, it is watched for being back in stock.
 */
export function newWatches(products: readonly WatchedProduct[], { when, ...entered }: EnteredWatch): Watch[] {
  return products.flatMap(({ productId, product, unit, ...own }): Watch[] => {
    const quantity = own.quantity ?? entered.quantity;
    const shipBy = entered.shipBy === 'own' ? own.shipBy : entered.shipBy;
    if (quantity === null) return [];
    const conditions = when.map((condition): WatchCondition =>
      condition === 'can-ship' && shipBy === null ? 'back-in-stock' : condition,
    );
    const { days, endsAfter } = entered;
    return [{ productId, product, quantity, unit, shipBy, when: [...new Set(conditions)], days, endsAfter }];
  });
}

/** The conditions of a new watch: the quantity falls short, and with a date that it can ship by it again, or otherwise any change. */
export function defaultConditions(hasDate: boolean): readonly WatchCondition[] {
  return hasDate ? ['can-ship', 'falls-short'] : ['falls-short', 'moves', 'back-in-stock'];
}
