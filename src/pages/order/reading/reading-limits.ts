/** The largest file that is read, and the most that an archive may unpack to, in bytes. */
export const mostBytes = 50 * 1024 * 1024;

/** The most rows that a list may have. */
export const mostRows = 100_000;
