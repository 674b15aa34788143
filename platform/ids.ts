/** The ids of rows, in their order. */
export const idsOf = <Id>(rows: Iterable<{ readonly id: Id }>): Id[] => Array.from(rows, ({ id }) => id);
