import type {
  Cursor,
  CursorStream,
  Page,
  QueueStream,
  Result,
  StockRow,
  Warehouse,
  WarehouseOrderState,
  WarehouseShipment,
} from '../../connectors/contract.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { type CallContext, type Connection, capabilityOf } from '../connections/calls/session.ts';
import type { StreamName } from '../connections/streams/stream-names.ts';
import type { Engine } from '../engine.ts';
import { storeReference } from '../inventory/reference.ts';
import { finishSnapshot, storeStock } from '../inventory/stock.ts';
import { storeOrders } from '../orders/intake/intake.ts';
import { prepareOrders } from '../orders/intake/order-rows.ts';
import { applyWarehouseStates } from '../orders/release/warehouse-states.ts';
import { storeShipments } from '../orders/shipping/shipments.ts';
import { storeItems } from '../products/items.ts';
import type { PageRead, StoredCounts } from './pages.ts';

/** How a stream of a connection is read, and what stores its records. */
export type StreamDefinition = {
  read: (
    engine: Engine,
    connection: Connection,
    call: CallContext,
    place: { cursor: Cursor | null; since: Date; timezone: string },
  ) => Promise<Result<PageRead>>;
};

export const streams: Record<StreamName, StreamDefinition> = {
  orders: {
    read: async (engine, connection, call, { cursor, since, timezone }) => {
      const { stream: orders } = capabilityOf(engine, connection, 'orders', call);
      const source = { connectionId: connection.id, label: connection.name, timezone };
      const result = orders.mode === 'cursor' ? await orders.read(cursor, since) : await orders.read(cursor);
      if (result.ok) prepareOrders(result.value.records);
      return pageOf(
        result,
        async (tenant, records) => {
          const { created, changed, unchanged, skipped } = await storeOrders(tenant, source, records);
          return { done: created + changed, skipped: unchanged + skipped };
        },
        acknowledging(orders),
      );
    },
  },
  order_changes: warehouseStream((warehouse) => warehouse.orderChanges, followChanges),
  shipments: warehouseStream((warehouse) => warehouse.shipments, bookParcels),
  items: warehouseStream((warehouse) => warehouse.items, storeItems),
  reference: { read: (...all) => readReference(...all) },
  stock: {
    read: async (engine, connection, call, { cursor }) => {
      const result = await capabilityOf(engine, connection, 'warehouse', call).stock(cursor);
      if (!result.ok) return result;
      const { takenAt, records, unreadable, next, more } = result.value;
      const store = (tenant: Tenant, some: unknown[]) => storeStock(tenant, connection.id, some as StockRow[], takenAt);
      const finish = more ? {} : { finish: (tenant: Tenant) => finishSnapshot(tenant, connection.id, takenAt) };
      // Every snapshot starts again: its cursor is kept only while it is being read.
      const place = { count: records.length, readIds: [], next: more ? next : null, more };
      return { ok: true, value: { ...place, unreadable, records, store, ...finish } };
    },
  },
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
  return { ok: true, value: { count: places.value.length, readIds: [], unreadable: [], next: null, more: false, records, store } };
};

function warehouseStream<T>(pick: (warehouse: Warehouse) => CursorStream<T>, store: Store<T>): StreamDefinition {
  return {
    read: async (engine, connection, call, { cursor, since }) => {
      const result = await pick(capabilityOf(engine, connection, 'warehouse', call)).read(cursor, since);
      return pageOf(result, (tenant, records) => store(tenant, connection.id, records));
    },
  };
}

type Store<T> = (tenant: Tenant, connectionId: number, records: T[]) => Promise<StoredCounts>;

async function followChanges(tenant: Tenant, connectionId: number, states: WarehouseOrderState[]): Promise<StoredCounts> {
  await applyWarehouseStates(tenant, connectionId, states);
  return { done: states.length, skipped: 0 };
}

async function bookParcels(tenant: Tenant, connectionId: number, parcels: WarehouseShipment[]): Promise<StoredCounts> {
  await storeShipments(tenant, connectionId, parcels);
  return { done: parcels.length, skipped: 0 };
}

function pageOf<T>(
  result: Result<Page<T>>,
  store: (tenant: Tenant, records: T[]) => Promise<StoredCounts>,
  acknowledge?: (records: T[]) => Promise<unknown>,
): Result<PageRead> {
  if (!result.ok) return result;
  const { records, unreadable, next, more, total } = result.value;
  return {
    ok: true,
    value: {
      count: records.length + unreadable.length,
      ...{ unreadable, next, more },
      readIds: records.flatMap((record) => idOf(record)),
      ...(total === undefined ? {} : { total }),
      records,
      store: (tenant, some) => store(tenant, some as T[]),
      ...(acknowledge ? { acknowledge: () => acknowledge(records) } : {}),
    },
  };
}

const idOf = (record: unknown) => (typeof record === 'object' && record !== null && 'remoteId' in record ? [String(record.remoteId)] : []);

function acknowledging<T extends { remoteId: string }>(
  stream: CursorStream<T> | QueueStream<T>,
): ((records: T[]) => Promise<unknown>) | undefined {
  return stream.mode === 'queue' ? (records) => stream.acknowledge(records.map(({ remoteId }) => remoteId)) : undefined;
}
