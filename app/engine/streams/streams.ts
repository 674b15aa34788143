import type { Stream, Warehouse, WarehouseItem, WarehouseOrderState, WarehouseShipment } from '../../../connectors/contract.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { StreamName } from '../../base/stream-names.ts';
import { applyWarehouseStates } from '../../nouns/order-flow/release/warehouse-states.ts';
import { withReferences } from '../../nouns/order-flow/shipping/named-by-warehouse.ts';
import { storeShipments } from '../../nouns/order-flow/shipping/shipments.ts';
import { recordGoneItems } from '../../nouns/products/gone-items.ts';
import { storeItems } from '../../nouns/products/items.ts';
import { storeFulfilments } from '../../nouns/purchase-flow/receipts/fulfilments.ts';
import { parcelsOfNobody } from '../../nouns/warehouse/departures.ts';
import { lockCount } from '../../nouns/warehouse/lock-count.ts';
import { storeReference } from '../../nouns/warehouse/reference.ts';
import { shipStock } from '../../nouns/warehouse/ship-stock.ts';
import { storeWithStock } from '../../nouns/warehouse/sum-up.ts';
import { capabilityOf } from '../../shared/connections/calls/capability.ts';
import { readStream } from '../acknowledged.ts';
import { hints, listings, orders } from './channel-streams.ts';
import { openOrders } from './open-orders.ts';
import type { StoredCounts } from './pages/page.ts';
import { purchaseStreams } from './purchase-streams.ts';
import { stillThere } from './still-there.ts';
import { readCount } from './stock-count.ts';
import type { Keeping, StreamDefinition } from './stream.ts';

/** What it was sent under. */
const reference = ({ reference, orderNumbers = null }: { reference: string; orderNumbers?: string[] | null }) => ({
  reference,
  numbers: orderNumbers,
});

export const streams: Record<StreamName, StreamDefinition> = {
  orders,
  open_orders: openOrders,
  still_there: stillThere,
  listings,
  hints,
  order_changes: warehouseStream((warehouse) => warehouse.orderChanges, {
    store: followChanges,
    reference,
    idOf: ({ providerRef }) => providerRef,
  }),
  shipments: warehouseStream((warehouse) => warehouse.shipments, { store: bookParcels, reference }),
  ...purchaseStreams,
  items: warehouseStream((warehouse) => warehouse.items, { store: storeAndSumUp, remove: recordGoneItems, idOf: ({ sku }) => sku }),
  reference: { read: (...all) => readReference(...all) },
  stock: { read: readCount },
};

/** Reads the short lists that mappings choose from, complete each time. */
const readReference: StreamDefinition['read'] = async (engine, connection, call) => {
  const warehouse = capabilityOf(engine, connection, 'warehouse', call);
  const places = await warehouse.listWarehouses();
  if (!places.ok) return places;
  const methods = await warehouse.listShippingMethods();
  if (!methods.ok) return methods;
  const store = (tenant: Tenant) => storeReference(tenant, connection.id, places.value, methods.value);
  const records = [places.value];
  return {
    ok: true,
    value: { count: places.value.length, readIds: [], unreadable: [], next: null, more: false, acknowledges: false, records, store },
  };
};

function warehouseStream<T>(
  pick: (warehouse: Warehouse) => Stream<T>,
  { store, ...keeping }: { store: Store<T> } & Omit<Keeping<T>, 'store'>,
): StreamDefinition {
  return {
    read: (engine, connection, call, place) =>
      readStream(pick(capabilityOf(engine, connection, 'warehouse', call)), place, {
        ...keeping,
        store: (tenant, records) => store(tenant, connection.id, records),
      }),
  };
}

type Store<T> = (tenant: Tenant, connectionId: number, records: T[]) => Promise<StoredCounts>;

function storeAndSumUp(tenant: Tenant, connectionId: number, items: WarehouseItem[]): Promise<StoredCounts> {
  const skus = items.map(({ sku }) => sku);
  return storeWithStock(tenant, connectionId, skus, () => storeItems(tenant, connectionId, items));
}

async function followChanges(tenant: Tenant, connectionId: number, states: WarehouseOrderState[]): Promise<StoredCounts> {
  await applyWarehouseStates(tenant, connectionId, states);
  return { done: states.length, skipped: 0 };
}

async function bookParcels(tenant: Tenant, connectionId: number, read: WarehouseShipment[]): Promise<StoredCounts> {
  const parcels = await withReferences(tenant, connectionId, read);
  // Before orders and products: a count that ends at this moment has this lock, and waits for products.
  await lockCount(tenant, connectionId);
  // What goes out again of a purchase order belongs to no order.
  await storeFulfilments(
    tenant,
    connectionId,
    parcels.filter(({ asnId }) => asnId),
  );
  const stored = await storeShipments(
    tenant,
    connectionId,
    parcels.filter(({ asnId }) => !asnId),
  );
  const ofNobody = await parcelsOfNobody(tenant, connectionId, parcels);
  await shipStock(
    tenant,
    connectionId,
    parcels.filter(({ remoteId }) => stored.has(remoteId) || ofNobody.has(remoteId)),
    ofNobody,
  );
  return { done: parcels.length, skipped: 0 };
}
