import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { closeIssues, makeBlocking, reopenLapsed } from '../../../shared/issues/commands.ts';
import { changeTypes, readOpenChanges } from '../events/open-changes.ts';
import { isUnreleased } from '../order-sql.ts';
import { enqueueReread } from '../recheck.ts';
import { saleSubject } from './reused-ids.ts';

/** The subjects under which it is noted that a channel changed an order that is with the warehouse. */
const noted = ['order', 'added', ''];

const waitsForPerson = sql`(i.type = 'changed_beside_edits' or i.type = 'second_parcel' and i.subject = 'lines'
  or i.type = 'rejected_by_warehouse' and i.subject = 'cancelled'
  or i.type = any(${[...changeTypes]}::text[]) and (i.subject = any(${[...noted, saleSubject]}::text[]) or i.subject like 'parcel:%'))`;

/**
 * Orders that were with the warehouse, and are here again, may have been changed by their channels in the meantime: that was only noted,
 * because they stay there as they were sent. They are read again before they go, so that they follow their channels, and nobody need
 * decide. What somebody kept as it was sent stays so. Of which a parcel has left, they wait until somebody has looked. So does what waited
 * for a person when an order ended or was deleted, and is back: nothing else finds it again. Why the warehouse cancelled one
 * without being asked only a person can find out.
 */
export async function followNoted(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  await reopenLapsed(tenant, orderIds, waitsForPerson);
  const open = await readOpenChanges(tenant, orderIds);
  const parcels = idsOf(open.filter(({ is_parcel }) => is_parcel));
  // The order is no longer where it was sent again.
  await makeBlocking(tenant, parcels, { from: 'parcel_left_twice', to: 'parcel_left_before' });
  const changed = open.filter(({ subject }) => noted.includes(subject)).map(({ order_id }) => order_id);
  if (changed.length === 0) return;
  const { rows } = await sql<Columns<'orders', 'id'>>`
    update orders o set must_reread = true, content_hash = '', revision = o.revision + 1
    where ${inAccount(tenant, 'o')} and o.id = any(${changed}::bigint[]) returning o.id`.execute(tenant.db);
  const ids = idsOf(rows);
  await closeIssues(tenant, { orderIds: ids, types: changeTypes, subjects: noted });
  await enqueueReread(tenant, ids);
}

/**
 * Orders that their channel no longer had while they were with the warehouse, and that are here again, are read once more: they end unless
 * it has them again. Otherwise nobody sends them and nobody is told. One whose goods may be sent with another waits for a person. A channel
 * that is disconnected cannot be asked.
 */
export async function rereadGone(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  const { rows } = await sql<Columns<'orders', 'id'> & { waits: Column<'orders', 'must_reread'> }>`
    update orders o set must_reread = true from connections c
    where ${inAccount(tenant, 'o')} and o.id = any(${[...orderIds]}::bigint[]) and ${isUnreleased} and o.gone_at is not null
      and o.shared_goods is null and ${inAccount(tenant, 'c')} and c.id = o.connection_id and c.disconnected_at is null
    returning o.id, old.must_reread as waits`.execute(tenant.db);
  await closeIssues(tenant, { orderIds: idsOf(rows), types: ['changed_after_release'], subjects: ['gone'] });
  await enqueueReread(tenant, idsOf(rows.filter(({ waits }) => !waits)));
}
