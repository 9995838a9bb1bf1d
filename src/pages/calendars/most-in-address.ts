/** Product ids that an address is given; more would make one that mail programs cut. */
export const mostInAddress = 200;
