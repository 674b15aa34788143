/** The streams of a connection by its kind, and how often each is read without webhooks. Browser-safe. */
export const streamNames = ['orders', 'order_changes', 'shipments', 'items', 'stock', 'reference'] as const;
export type StreamName = (typeof streamNames)[number];
export const isStreamName = (text: string): text is StreamName => streamNames.some((name) => name === text);

/** The names of streams. */
export const streamLabels: Record<string, string> = {
  orders: 'Orders',
  order_changes: 'Order changes',
  shipments: 'Shipments',
  items: 'Products',
  stock: 'Stock',
  reference: 'Warehouses and shipping methods',
};

const of = {
  channel: [{ name: 'orders', everySeconds: 30 }],
  warehouse: [
    { name: 'reference', everySeconds: 3_600 },
    { name: 'items', everySeconds: 300 },
    { name: 'stock', everySeconds: 120 },
    { name: 'order_changes', everySeconds: 15 },
    { name: 'shipments', everySeconds: 15 },
  ],
} as const satisfies Record<string, readonly { name: StreamName; everySeconds: number }[]>;

export const streamsOf = (kind: 'channel' | 'warehouse'): readonly { name: StreamName; everySeconds: number }[] => of[kind];

/**
 * The shortest time between reads that webhooks cause. A poll repeats the seconds before it, and a stock snapshot reads all
 * stock, so webhooks that come close together share one read.
 */
export const secondsApart: Record<StreamName, number> = {
  orders: 1,
  order_changes: 0.25,
  shipments: 0.25,
  items: 10,
  stock: 10,
  reference: 10,
};

/** Whether background reads of this stream are listed in Activity. Changes of orders are in each order's history instead. */
export const recordsRuns = (stream: StreamName) => stream === 'orders' || stream === 'items' || stream === 'reference';
