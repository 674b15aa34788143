/** What has a time window of its own, in which a connection is called for it. Browser-safe. */
export const windowEntities = ['orders', 'products', 'inventory', 'purchase_orders'] as const;
export type WindowEntity = (typeof windowEntities)[number];

export const windowLabels: Record<WindowEntity, string> = {
  orders: 'Orders',
  products: 'Products',
  inventory: 'Inventory',
  purchase_orders: 'Purchase orders',
};

/** By whose window a stream is read. What an order depends on goes by that of orders. */
export const windowOf = (stream: string): WindowEntity => ofStream[stream] ?? 'orders';

const ofStream: Record<string, WindowEntity> = {
  reference: 'products',
  items: 'products',
  listings: 'products',
  stock: 'inventory',
  purchase_orders: 'purchase_orders',
  receipts: 'purchase_orders',
};

const capabilitiesOf: Record<WindowEntity, readonly string[]> = {
  orders: ['orders', 'warehouse'],
  products: ['listings', 'warehouse'],
  inventory: ['inventory', 'warehouse'],
  purchase_orders: ['purchaseOrders'],
};

/** The windows that a connection has, by what it can do. */
export const windowsOf = ({ capabilities }: { capabilities: readonly string[] }): WindowEntity[] =>
  windowEntities.filter((entity) => capabilitiesOf[entity].some((capability) => capabilities.includes(capability)));
