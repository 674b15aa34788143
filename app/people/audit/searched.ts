/** Words are searched for in so many entries of the audit at a time: no index has them. */
export const mostSearched = 50_000;
