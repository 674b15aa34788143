import { sql } from 'kysely';
import type { OwnRecords } from '../../../../../connectors/contract.ts';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import type { Database } from '../../../../../platform/db.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import { type Tenant, withoutPerson } from '../../../../../platform/tenant.ts';
import { type Cancel, channelOrderOf, type ShopOrder } from './order.ts';

/** What a shop said by its calls, for its connector. */
export function recordsOf(database: Database, accountId: number, connectionId: number): OwnRecords {
  const within = <T>(work: (tenant: Tenant) => Promise<T>) => withoutPerson(database, accountId, work);
  return {
    order: (externalId) =>
      within(async (tenant) => {
        const [row] = await readShopOrders(tenant, connectionId, [externalId]);
        return row ? channelOrderIn(row) : null;
      }),
    acknowledged: (keys) => within((tenant) => readAcknowledged(tenant, connectionId, keys)),
  };
}

/** An order as a shop has it by now. */
export type ShopOrderRow = Columns<'shop_orders', 'external_id' | 'digest' | 'order_id' | 'created_at' | 'changed_at' | 'cancels'> & {
  body: ShopOrder | null;
  cancel_reason: Column<'shop_orders', 'cancel_reason'>;
  outcome: Cancel['outcome'];
};

/** What these ids name in one shop, the rows in the order of their ids. */
export async function readShopOrders(tenant: Tenant, connectionId: number, externalIds: readonly string[]): Promise<ShopOrderRow[]> {
  const { rows } = await sql<ShopOrderRow>`
    select s.external_id, s.digest, s.order_id, s.body, s.created_at, s.changed_at, s.cancels, s.cancel_reason, r.outcome
    from shop_orders s left join cancel_requests r on ${inAccount(tenant, 'r')} and r.order_id = s.order_id
      and r.request_id = s.cancels::text
    where ${inAccount(tenant, 's')} and s.connection_id = ${connectionId} and s.external_id = any(${[...externalIds]}::text[])
    order by s.external_id`.execute(tenant.db);
  return rows;
}

export function channelOrderIn({ body, created_at: createdAt, changed_at: changedAt, ...row }: ShopOrderRow) {
  if (body === null) return 'erased';
  return channelOrderOf({ order: body, createdAt, changedAt, cancel: cancelOf(row) });
}

/** Its latest request; another one has another number. */
export const cancelOf = ({
  cancels,
  cancel_reason,
  outcome,
}: Pick<ShopOrderRow, 'cancels' | 'cancel_reason' | 'outcome'>): Cancel | null =>
  cancels === 0 ? null : { id: `${cancels}`, reason: cancel_reason, outcome };

/** An order without goods has no parcel to know of. */
async function readAcknowledged(tenant: Tenant, connectionId: number, keys: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<Columns<'outbox', 'key'>>`
    select x.key from outbox x left join shipments s on ${inAccount(tenant, 's')} and s.id = x.shipment_id
    where ${inAccount(tenant, 'x')} and x.connection_id = ${connectionId} and x.kind = 'confirm' and x.key = any(${[...keys]}::text[])
      and (x.shipment_id is null or s.acknowledged_at is not null)`.execute(tenant.db);
  return new Set(rows.map(({ key }) => key));
}
