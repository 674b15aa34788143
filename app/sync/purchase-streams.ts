import type { AsnState, PurchaseOrder, WarehouseReceipt } from '../../connectors/contract.ts';
import type { Tenant } from '../../platform/tenant.ts';
import { capabilityOf } from '../connections/calls/session.ts';
import { followAsns } from '../purchase-orders/asn/record.ts';
import { cancelGone } from '../purchase-orders/intake/reread.ts';
import { storePurchaseOrders } from '../purchase-orders/intake/store.ts';
import { recheckAwaiting } from '../purchase-orders/receipts/close.ts';
import { storeReceipts } from '../purchase-orders/receipts/store.ts';
import { pageOf, type StreamDefinition } from './stream.ts';

/** What is read about purchase orders: themselves from their source, and from the warehouse what becomes of their announcements. */
export const purchaseStreams = {
  purchase_orders: {
    read: async (engine, connection, call, { cursor, since }) => {
      const { stream } = capabilityOf(engine, connection, 'purchaseOrders', call);
      const result = stream.mode === 'cursor' ? await stream.read(cursor, since) : await stream.read(cursor);
      const source = { connectionId: connection.id, label: connection.name };
      const store = (tenant: Tenant, records: PurchaseOrder[]) => storePurchaseOrders(tenant, source, records);
      const remove = async (tenant: Tenant, remoteIds: string[]) => {
        for (const remoteId of remoteIds) await cancelGone(tenant, connection, remoteId);
      };
      return pageOf(result, { store, remove }, stream.mode);
    },
  },
  asn_changes: {
    read: async (engine, connection, call, { cursor, since }) => {
      const { asnChanges } = capabilityOf(engine, connection, 'warehouse', call);
      if (!asnChanges) return without;
      const store = (tenant: Tenant, records: AsnState[]) => followAsns(tenant, connection.id, records);
      return pageOf(await asnChanges.read(cursor, since), {
        store,
        reference: ({ reference, orderNumbers }) => ({ reference, numbers: orderNumbers }),
      });
    },
  },
  receipts: {
    read: async (engine, connection, call, { cursor, since }) => {
      const { receipts } = capabilityOf(engine, connection, 'warehouse', call);
      if (!receipts) return without;
      const store = (tenant: Tenant, records: WarehouseReceipt[]) => storeReceipts(tenant, connection.id, records);
      const page = pageOf(await receipts.read(cursor, since), { store });
      if (!page.ok || page.value.more) return page;
      return { ok: true, value: { ...page.value, finish: (tenant: Tenant) => recheckAwaiting(tenant, connection.id) } };
    },
  },
} satisfies Record<string, StreamDefinition>;

const without = { ok: false, failure: { kind: 'rejected', code: 'other', reason: 'This warehouse does not report that.' } } as const;
