type Priced = { source_quantity: number | null; unit_price: string };

/** The channel's price of one unit; null on a line that was added here. */
export const priceOf = ({ source_quantity, unit_price }: Priced): string | null =>
  source_quantity === 0 && Number(unit_price) === 0 ? null : unit_price;
