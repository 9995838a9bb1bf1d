/** What counts where a parameter is left out; the specification leaves each open. */

/** §4.2: one unit. */
export const defaultQuantity = 1;
/** §4.1, §4.4: real stock alone. */
export const defaultIncludeMaxLeadTime = false;
/** §4.4. */
export const defaultPage = 1;
/** §4.4, or the largest page where that is configured to be smaller. */
export const defaultPageSize = 20;
