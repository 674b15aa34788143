/** How long a warehouse order stays in each state, in milliseconds; `null` means until it is advanced by hand. */
export type Pace = {
  open: number | null;
  picking: number | null;
  packed: number | null;
  /** From the first of two parcels to the second. */
  partially_shipped: number | null;
  /** From an announcement to its arrival at the dock. */
  receiving: number | null;
  /** Of a hundred orders, how many leave in two parcels. */
  twoParcelsPercent: number;
};

export const paces = {
  /** Slow enough to watch, fast enough to wait for. */
  demo: { open: 4_000, picking: 5_000, packed: 4_000, partially_shipped: 8_000, receiving: 20_000, twoParcelsPercent: 15 },
  instant: { open: 0, picking: 0, packed: 0, partially_shipped: 0, receiving: 0, twoParcelsPercent: 0 },
  manual: { open: null, picking: null, packed: null, partially_shipped: null, receiving: null, twoParcelsPercent: 0 },
} as const satisfies Record<string, Pace>;
export type PaceName = keyof typeof paces;

/** Who wins when a cancellation is requested while an order is picked. `by_order` differs from order to order. */
export type CancelWins = 'always' | 'never' | 'by_order';
