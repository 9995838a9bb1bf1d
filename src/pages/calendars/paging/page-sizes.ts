/** How many products a page may hold. */
export const pageSizes = [10, 25, 50, 100, 250] as const;
export type PageSize = (typeof pageSizes)[number];

export const usualPageSize: PageSize = 25;
