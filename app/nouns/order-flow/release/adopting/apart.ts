import { sql } from 'kysely';
import type { Column, Columns } from '../../../../../platform/columns.ts';
import { idsOf } from '../../../../../platform/ids.ts';
import { inAccount } from '../../../../../platform/in-account.ts';
import type { Tenant } from '../../../../../platform/tenant.ts';
import { type EffectSource, insertEffects, wakeOutbox } from '../../../../shared/outbox/queue.ts';
import { recordForAll } from '../../history.ts';
import { freedReference } from './references.ts';

/**
 * Takes warehouse orders apart that were not sent: the warehouse has one of their orders, and not the others with it. Each is looked for by
 * itself, and sent where there is none. An order is at no moment without a warehouse order, so a cancellation of it goes on to that.
 */
export async function takeApart(tenant: Tenant, warehouseOrderIds: Column<'warehouse_orders', 'id'>[]): Promise<void> {
  if (warehouseOrderIds.length === 0) return;
  const { accountId } = tenant;
  const { rows } = await sql<Columns<'orders', 'id'> & Columns<'warehouse_orders', 'connection_id'>>`
    with emptied as (
      update warehouse_orders w set state = 'cancelled', changed_at = now(), reference = ${freedReference('w')}
      where ${inAccount(tenant, 'w')} and w.id = any(${warehouseOrderIds}::bigint[]) and w.state = 'waiting' returning w.id, w.connection_id
    ),
    apart as (
      select o.id as order_id, nextval(pg_get_serial_sequence('warehouse_orders', 'id')) as id, emptied.connection_id,
        reference_part(c.reference_key) || reference_part(o.remote_id) as stands_for
      from emptied join orders o on ${inAccount(tenant, 'o')} and o.warehouse_order_id = emptied.id
      join connections c on ${inAccount(tenant, 'c')} and c.id = o.connection_id
    ),
    numbered as (select *, next_warehouse_attempt(${accountId}, stands_for, 1) as attempt from apart),
    made as (
      insert into warehouse_orders (account_id, id, connection_id, reference, attempt) overriding system value
      select ${accountId}, id, connection_id, warehouse_reference(stands_for, 1, attempt), attempt from numbered order by id
        returning id, connection_id
    ),
    queued as (${insertEffects(tenant, lookedForAlone)})
    update orders o set warehouse_order_id = apart.id, revision = o.revision + 1
    from apart where ${inAccount(tenant, 'o')} and o.id = apart.order_id returning o.id, apart.connection_id`.execute(tenant.db);
  await recordForAll(tenant, idsOf(rows), 'released', { code: 'looked_for_alone' });
  const connectionIds = rows.map(({ connection_id }) => connection_id);
  await wakeOutbox(tenant, connectionIds);
}

const lookedForAlone: EffectSource = {
  kind: 'submit',
  connectionId: sql`made.connection_id`,
  key: sql`made.id::text`,
  warehouseOrderId: sql`made.id`,
  byNumber: sql`true`,
  from: sql`made`,
};
