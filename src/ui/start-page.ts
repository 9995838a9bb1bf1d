import { readText, useText, writeText } from './remembered-text.ts';

/** Pages that can be the first one, by their address. */
export const startPages = ['/', '/overview', '/orders', '/calendars'] as const;
export type StartPage = (typeof startPages)[number];

/** A preference, not stock data: it is kept on sign-out. */
const startKey = 'stock-horizon.start-page';

/** Returns the page that the user starts with: Availability, unless another one is stored. */
export function startPage(): StartPage {
  return pageOf(readText(startKey));
}

function pageOf(stored: string | null): StartPage {
  return startPages.find((page) => page === stored) ?? '/';
}

export function setStartPage(page: StartPage): void {
  writeText(startKey, page);
}

/** {@link startPage}, updated when it changes. */
export function useStartPage(): StartPage {
  return pageOf(useText(startKey));
}

/**
 * Returns the page to open instead of an address that was entered or opened from a bookmark; null to open the address. A
 * reload and Back stay on Availability.
 */
export function pageToStartWith(
  { pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>,
  type: NavigationTimingType | undefined,
): StartPage | null {
  const isBare = pathname === '/' && search === '' && hash === '';
  const page = startPage();
  return isBare && type === 'navigate' && page !== '/' ? page : null;
}
