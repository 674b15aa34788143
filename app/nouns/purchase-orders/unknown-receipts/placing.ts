/** The action of a run in which a person assigned a receipt, or set it aside: it can be undone. */
export const placing = 'place-receipt';
