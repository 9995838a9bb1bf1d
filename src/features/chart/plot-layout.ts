/** Room below the plot for two lines of marks, in pixels. */
export const timeAxisHeight = 40;
/** Room for one row of flags above the plot. */
export const flagRowHeight = 20;
/** Air at the right of the plot, so that the last mark's text stays whole. */
export const rightAir = 20;
