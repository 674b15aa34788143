/** Of so many of the selected records, the first of them, it is said what an action would do. Browser-safe. */
export const mostPreviewed = 10_000;
