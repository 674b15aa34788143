/** How many files write some statements with the builder and others by hand. A file does one or the other: this number only shrinks. */
export const mixedAtMost = 0;

/** How many templates the parser cannot read, because what stands in their gaps is no value, table, query or condition. */
export const unreadAtMost = 0;
