import { sql } from 'kysely';
import type { AsnState, PurchaseOrder, WarehouseReceipt } from '../../../connectors/contract.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { because } from '../../base/reasons.ts';
import { followAsns } from '../../nouns/purchase-flow/asn/record.ts';
import { wakeAnnouncements } from '../../nouns/purchase-flow/asn/source-read.ts';
import { recheckAwaiting } from '../../nouns/purchase-flow/counting/close.ts';
import { cancelGone } from '../../nouns/purchase-flow/intake/reread.ts';
import { storePurchaseOrders } from '../../nouns/purchase-flow/intake/store.ts';
import { storeReceipts } from '../../nouns/purchase-flow/receipts/store.ts';
import { capabilityOf } from '../../shared/connections/calls/capability.ts';
import { readStream } from '../acknowledged.ts';
import type { StreamDefinition } from './stream.ts';

/** What is read about purchase orders: themselves from their source, and from the warehouse what becomes of their announcements. */
export const purchaseStreams = {
  purchase_orders: {
    read: async (engine, connection, call, place) => {
      const { stream } = capabilityOf(engine, connection, 'purchaseOrders', call);
      const source = { connectionId: connection.id, label: connection.name };
      const store = (tenant: Tenant, records: PurchaseOrder[]) => storePurchaseOrders(tenant, source, records);
      const remove = async (tenant: Tenant, remoteIds: string[]) => void (await cancelGone(tenant, connection, remoteIds));
      const page = await readStream(stream, place, { store, remove });
      if (!page.ok || page.value.more) return page;
      const finish = async (tenant: Tenant) => {
        await page.value.finish?.(tenant);
        await wakeAnnouncements(tenant, sql`xp.connection_id = ${connection.id}`);
      };
      return { ok: true, value: { ...page.value, finish } };
    },
  },
  asn_changes: {
    read: async (engine, connection, call, place) => {
      const { asnChanges } = capabilityOf(engine, connection, 'warehouse', call);
      if (!asnChanges) return without;
      const store = (tenant: Tenant, records: AsnState[]) => followAsns(tenant, connection.id, records);
      return readStream(asnChanges, place, {
        store,
        idOf: ({ asnId }) => asnId,
        reference: ({ reference, orderNumbers }) => ({ reference, numbers: orderNumbers }),
      });
    },
  },
  receipts: {
    read: async (engine, connection, call, place) => {
      const { receipts } = capabilityOf(engine, connection, 'warehouse', call);
      if (!receipts) return without;
      const store = (tenant: Tenant, ...read: [WarehouseReceipt[], WarehouseReceipt[]]) => storeReceipts(tenant, connection.id, ...read);
      const page = await readStream(receipts, place, { store });
      if (!page.ok || page.value.more) return page;
      return { ok: true, value: { ...page.value, finish: (tenant: Tenant) => recheckAwaiting(tenant, connection.id) } };
    },
  },
} satisfies Record<string, StreamDefinition>;

const without = { ok: false, failure: { kind: 'rejected', code: 'other', reason: because({ code: 'reading.not_reported' }) } } as const;
