import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { linesOf, packLines } from '../../../../platform/packed-lines.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/** Deletes what the channel sent of these orders, and bodies of exchanges that have one of these words. */
export async function erasePayloads(tenant: Tenant, orderIds: number[], words: readonly string[]): Promise<void> {
  await eraseFromBundles(tenant, orderIds);
  await sql`delete from order_payloads where ${inAccount(tenant)} and order_id = any(${orderIds}::bigint[])`.execute(tenant.db);
  await eraseBodies(tenant, words);
}

/** The payloads of others stay in the bundles, at their lines. */
async function eraseFromBundles(tenant: Tenant, orderIds: number[]): Promise<void> {
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
}

const atOnce = 100;

/** They are kept for two weeks anyway. */
async function eraseBodies(tenant: Tenant, words: readonly string[]): Promise<void> {
  const inJson = words.map((word) => JSON.stringify(word).slice(1, -1));
  for (let after = 0; ; ) {
    const { rows } = await sql<Columns<'exchange_bodies', 'id' | 'packed'>>`
      select id, packed from exchange_bodies where ${inAccount(tenant)} and id > ${after} order by id limit ${atOnce}`.execute(tenant.db);
    const texts = await Promise.all(rows.map(async ({ id, packed }) => ({ id, text: (await linesOf(packed)).join('\n') })));
    const named = texts.filter(({ text }) => [...words, ...inJson].some((word) => text.includes(word))).map(({ id }) => id);
    await sql`delete from exchange_bodies where ${inAccount(tenant)} and id = any(${named}::bigint[])`.execute(tenant.db);
    if (rows.length < atOnce) return;
    after = rows.at(-1)?.id ?? 0;
  }
}
