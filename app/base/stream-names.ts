/** What is read, by the capability that it comes with. Browser-safe. */
type StreamKind = {
  capability: 'orders' | 'listings' | 'warehouse' | 'purchaseOrders' | 'hints';
  label: string;
  /** How often without hints; null where the connector says. */
  everySeconds: number | null;
  /**
   * The shortest time between reads that hints cause. A poll repeats the seconds before it, and a stock snapshot reads all stock,
   * so hints that come close together share one read.
   */
  secondsApart: number;
  /** Background reads are listed in Activity. Changes of orders are in each order's history instead. */
  recordsRuns: boolean;
  /** Read from the beginning, whatever date the account wants orders from. */
  fromTheBeginning: boolean;
};

const kind = (
  capability: StreamKind['capability'],
  label: string,
  everySeconds: number | null,
  more: Partial<StreamKind> = {},
): StreamKind => ({
  ...{ capability, label, everySeconds, secondsApart: 10, recordsRuns: false, fromTheBeginning: false },
  ...more,
});

export const streamKinds = {
  orders: kind('orders', 'Orders', 30, { secondsApart: 1, recordsRuns: true }),
  open_orders: kind('orders', 'Changes of open orders', null),
  still_there: kind('orders', 'Orders still open', null),
  reference: kind('warehouse', 'Warehouses and shipping methods', 3_600, { recordsRuns: true }),
  items: kind('warehouse', 'Products', 300, { recordsRuns: true, fromTheBeginning: true }),
  stock: kind('warehouse', 'Stock', 120),
  order_changes: kind('warehouse', 'Order changes', 15, { secondsApart: 0.25 }),
  shipments: kind('warehouse', 'Shipments', 15, { secondsApart: 0.25 }),
  purchase_orders: kind('purchaseOrders', 'Purchase orders', 60, { recordsRuns: true }),
  asn_changes: kind('warehouse', 'Announced goods', null, { secondsApart: 0.25 }),
  receipts: kind('warehouse', 'Receipts', null, { secondsApart: 0.25 }),
  listings: kind('listings', 'Products on sale', 3_600, { recordsRuns: true, fromTheBeginning: true }),
  hints: kind('hints', 'Notifications', null, { secondsApart: 1 }),
} as const satisfies Record<string, StreamKind>;

export type StreamName = keyof typeof streamKinds;
export const streamNames = Object.keys(streamKinds) as StreamName[];
export const isStreamName = (text: string): text is StreamName => Object.hasOwn(streamKinds, text);

/** A stream as people read it. */
export const streamLabel = (stream: string): string => (isStreamName(stream) ? streamKinds[stream].label : stream);

/** What an effect does at the other side, after "does not let us". */
export const effectTasks: Record<string, string> = {
  confirm: 'confirm shipments',
  acknowledge: 'acknowledge orders',
  submit: 'send orders',
  replace: 'change orders',
  cancel: 'cancel orders',
  hold: 'hold orders',
  release: 'release orders',
  hold_at_channel: 'hold orders',
  decide_cancel: 'reply to requests to cancel',
  decide_ship: 'reply to requests to ship',
  announce: 'announce purchase orders',
  announce_change: 'change announcements',
  withdraw: 'withdraw announcements',
  book: 'book receipts',
  stock: 'set stock',
};
