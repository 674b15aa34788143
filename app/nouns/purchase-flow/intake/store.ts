import { sql } from 'kysely';
import type { PurchaseOrder } from '../../../../connectors/contract.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { recordForAll } from '../history.ts';
import { enqueuePurchaseCheck } from '../recheck.ts';
import { changeStored } from './changes.ts';
import { columnsOf, contentHash, linesOf } from './content.ts';
import { insertLines, insertPayloads, type PurchaseSource } from './write.ts';

type Existing = Columns<'purchase_orders', 'id' | 'remote_id' | 'content_hash' | 'locked' | 'remote_modified_at'>;

/**
 * Stores a page of a source's purchase orders, payload and all, before anything is decided about them. The same content twice
 * changes nothing, nor does one older than what the source has said since; of a changed one, what a person edited stays; a locked one is
 * read again when it is unlocked.
 */
export async function storePurchaseOrders(
  tenant: Tenant,
  source: PurchaseSource,
  records: PurchaseOrder[],
): Promise<{ done: number; skipped: number }> {
  const newest = [...new Map(records.map((record) => [record.remoteId, record])).values()];
  const existing = await existingOf(tenant, source, newest);
  const fresh = newest.filter(({ remoteId }) => !existing.has(remoteId));
  const created = await createStored(tenant, source, fresh);
  const changed: number[] = [];
  for (const record of newest) {
    const stored = existing.get(record.remoteId);
    if (!stored || isOlder(record, stored) || stored.content_hash === contentHash(record)) continue;
    if (await changeStored(tenant, source, stored, record)) changed.push(stored.id);
  }
  await enqueuePurchaseCheck(tenant, [...created, ...changed]);
  const done = created.length + changed.length;
  return { done, skipped: records.length - done };
}

const isOlder = ({ modifiedAt }: PurchaseOrder, { remote_modified_at: since }: Existing) => since !== null && since > modifiedAt;

/** What is stored of these already, locked in the order of the ids. A deleted one stays deleted. */
async function existingOf(tenant: Tenant, { connectionId }: PurchaseSource, records: PurchaseOrder[]): Promise<Map<string, Existing>> {
  const { rows } = await sql<Existing>`
    select id, remote_id, content_hash, locked, remote_modified_at from purchase_orders
    where ${inAccount(tenant)} and connection_id = ${connectionId} and remote_id = any(${records.map(({ remoteId }) => remoteId)}::text[])
    order by id for update`.execute(tenant.db);
  return new Map(rows.map((row) => [row.remote_id ?? '', row]));
}

async function createStored(tenant: Tenant, { connectionId, label }: PurchaseSource, records: PurchaseOrder[]): Promise<number[]> {
  if (records.length === 0) return [];
  const heads = records.map(columnsOf);
  const { rows } = await sql<Columns<'purchase_orders', 'id' | 'remote_id'>>`
    insert into purchase_orders (account_id, connection_id, remote_id, source_number, source_status, source_state, vendor_number,
      vendor_name,
      source_location, source_location_name, ordered_at, expected_at, currency, note, content_hash, remote_modified_at)
    select ${tenant.accountId}, ${connectionId}, remote_id, source_number, source_status, source_state, vendor_number, vendor_name,
      source_location, source_location_name, ordered_at, expected_at, currency, note, content_hash, remote_modified_at
    from json_populate_recordset(null::purchase_orders, ${JSON.stringify(heads)}::json)
    on conflict (account_id, connection_id, remote_id) do nothing returning id, remote_id`.execute(tenant.db);
  const ids = new Map(rows.map(({ id, remote_id }) => [remote_id ?? '', id]));
  const stored = records.flatMap((record) => {
    const id = ids.get(record.remoteId);
    return id === undefined ? [] : [{ id, record }];
  });
  await insertLines(
    tenant,
    stored.flatMap(({ id, record }) => linesOf(record).map((line) => ({ ...line, purchase_order_id: id }))),
  );
  await insertPayloads(tenant, stored);
  const created = [...ids.values()];
  await recordForAll(tenant, created, 'arrived', { code: 'arrived', source: label });
  return created;
}
