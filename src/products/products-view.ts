import type { I18n } from '@lingui/core';
import type { LucideIcon } from 'lucide-react';
import type { ComponentType, RefObject } from 'react';

import type { ProductId } from '#stock/contract/product-id.ts';

import type { CalendarsSearch } from './products-search.ts';
import type { Choice } from './selection/choice.ts';
import type { Selection } from './selection.ts';
import type { Listing } from './use-listing.ts';

export interface ViewProps {
  address: CalendarsSearch;
  listing: Listing;
  selection: Selection;
}

export interface ViewExportProps {
  address: CalendarsSearch;
  choice: Choice;
  listing: Listing;
  /** The products selected on any page. */
  selected: readonly ProductId[];
  /** Element that contains the view. */
  viewRef: RefObject<Element | null>;
}

/** A view of the products besides their table. Components are lazy, since the router needs the list of views. */
export interface ProductsView {
  /** Value of the search parameter `view`. */
  id: string;
  label: (i18n: I18n) => string;
  /** Whether it shows the products of one page, filtered and sorted as the user selects. */
  isPaged: boolean;
  /** Whether what it shows is out of date until a request ends; if absent, as the page of products. */
  isStale?: (listing: Listing) => boolean;
  /** Button that opens the view of the selected products. */
  action?: { label: (i18n: I18n) => string; Icon: LucideIcon };
  View: ComponentType<ViewProps>;
  /** If absent, the table is exported. */
  Export?: ComponentType<ViewExportProps>;
}
