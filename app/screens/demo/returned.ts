import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Database } from '../../../platform/db.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { withoutPerson } from '../../../platform/tenant.ts';
import { recordForAll } from '../../nouns/purchase-flow/history.ts';
import { recount } from '../../nouns/purchase-flow/settle.ts';
import { addOrder, cakestand, heart, lancaster } from './purchase-orders.ts';
import { announceTo, receiveAt, sendBackFrom } from './sandbox-control.ts';

/** What came last week, of which the warehouse has sent some back to the vendor since. */
const order = {
  number: 'LP-109',
  vendor: lancaster,
  inDays: -1,
  warehouse: 'KY1',
  lines: [
    [...heart, 120],
    [...cakestand, 36],
  ] as [sku: string, name: string, quantity: number][],
};
const broken = { sku: cakestand[0], quantity: 4 };

type Asn = Columns<'asns', 'id' | 'reference' | 'purchase_order_id'>;

/**
 * Adds a purchase order with a return to a new demo account. Its warehouse tells of what it received and sent back by its usual streams.
 */
export async function addDemoReturn(database: Database, accountId: number, warehouseId: number, origin: string): Promise<void> {
  const asn = await withoutPerson(database, accountId, async (tenant) => {
    const existing = await sql`select from purchase_orders where ${inAccount({ accountId })} and source_number = ${order.number}`.execute(
      tenant.db,
    );
    if (existing.rows.length > 0) return undefined;
    const id = await addOrder(tenant, order);
    await recount(tenant, [id]);
    await recordForAll(tenant, [id], 'created', { code: 'created_by_hand' });
    const { rows } = await sql<Asn>`insert into asns (account_id, purchase_order_id, connection_id, reference)
      values (${accountId}, ${id}, ${warehouseId}, 'CD-P' || gen_random_uuid())
      returning id, reference, purchase_order_id`.execute(tenant.db);
    return rows[0];
  });
  if (!asn) return;
  const lines = order.lines.map(([sku, , quantity]) => ({ sku, quantity }));
  const remoteId = await announceTo(origin, asn.reference, lines);
  await withoutPerson(database, accountId, async ({ db }) => {
    await sql`update asns set remote_id = ${remoteId}, state = 'announced', accepted_at = now() where ${inAccount({ accountId })}
      and id = ${asn.id}`.execute(db);
    await sql`update purchase_orders set warehouse_reference_number = ${remoteId}, announced_at = now() where ${inAccount({ accountId })}
      and id = ${asn.purchase_order_id}`.execute(db);
    await sql`update purchase_order_lines set quantity_announced = quantity, announced_at = now() where ${inAccount({ accountId })}
      and purchase_order_id = ${asn.purchase_order_id}`.execute(db);
  });
  await receiveAt(origin, asn.reference, lines);
  await sendBackFrom(origin, asn.reference, broken);
}
