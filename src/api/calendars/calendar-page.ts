import type { ProductId } from '#contract/product-id.ts';
import type { ListedProduct } from '#domain/calendars/listed-product.ts';

import type { ProductChoice } from './calendar-span.ts';

/** Which page of which products is asked for. */
export interface CalendarPageRequest {
  choice: ProductChoice;
  /** From 1. */
  page: number;
  pageSize: number;
  includeMaxLeadTime: boolean;
  /** Only what the service gives now will do, and nothing that the gateway kept. */
  anew?: boolean;
}

/** One page of a choice of products. */
export interface CalendarPage {
  page: number;
  pageSize: number;
  /** 0 where the choice holds no product; below `page` where that is past the end. */
  totalPages: number;
  totalItems: number;
  /**
   * In the choice's order: of a list every product of the page, with or without an answer; of every product, by
   * ascending id, those that the service lists.
   */
  products: readonly ListedProduct[];
  oddities: PageOddities;
  /** When the service gave it, or the oldest part of it, in milliseconds since 1970. */
  fetchedAt: number;
}

/** What an answer of §4.4 should not have held. */
export interface PageOddities {
  /** Products that came without being asked for; they are not shown. */
  notAsked: readonly ProductId[];
  /** Products that came more than once. */
  doubled: readonly ProductId[];
  /** How many products the service counted on the page and did not send. */
  withheld: number;
}
