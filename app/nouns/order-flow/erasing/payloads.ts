import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { linesOf, packLines } from '../../../../platform/packed-lines.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { jsonWithout, type WithoutWords } from './texts/without-words.ts';

/** Deletes what the channel sent of these orders. The payloads of others stay in the bundles, at their lines. */
export async function erasePayloads(tenant: Tenant, orderIds: readonly number[]): Promise<void> {
  const { rows } = await sql<Columns<'order_payloads', 'bundle_id'> & { lines: number[] }>`
    select bundle_id, array_agg(line) as lines from order_payloads
    where ${inAccount(tenant)} and order_id = any(${orderIds}::bigint[]) group by bundle_id order by bundle_id`.execute(tenant.db);
  for (const { bundle_id, lines } of rows) {
    const { rows: bundles } = await sql<Columns<'payload_bundles', 'packed'>>`
      select packed from payload_bundles where ${inAccount(tenant)} and id = ${bundle_id} for update`.execute(tenant.db);
    if (!bundles[0]) continue;
    const left = (await linesOf(bundles[0].packed)).map((text, line) => (lines.includes(line) ? 'null' : text));
    await sql`update payload_bundles set packed = ${packLines(left)} where ${inAccount(tenant)} and id = ${bundle_id}`.execute(tenant.db);
  }
  await sql`delete from order_payloads where ${inAccount(tenant)} and order_id = any(${orderIds}::bigint[])`.execute(tenant.db);
}

const atOnce = 20;

/**
 * Empties those of some headers and bodies of exchanges that have one of the words: they are kept for two weeks anyway. Returns the id
 * to go on after; null at the end.
 */
export async function searchBodies(tenant: Tenant, without: WithoutWords, after: number): Promise<number | null> {
  const { rows } = await sql<Columns<'exchange_bodies', 'id' | 'packed'>>`
    select id, packed from exchange_bodies where ${inAccount(tenant)} and id > ${after} order by id limit ${atOnce}`.execute(tenant.db);
  for (const { id, packed } of rows) {
    const lines = await linesOf(packed);
    const left = lines.map((line) => (jsonWithout(line, without) === line ? line : '[null,null]'));
    if (left.some((line, at) => line !== lines[at]))
      await sql`update exchange_bodies set packed = ${packLines(left)} where ${inAccount(tenant)} and id = ${id}`.execute(tenant.db);
  }
  return rows.length < atOnce ? null : (rows.at(-1)?.id ?? null);
}
