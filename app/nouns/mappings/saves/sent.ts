import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { Database } from '../../../../platform/db.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import { enqueue } from '../../../base/job-queue.ts';
import { enqueueCompare, lockRulesForChange, lockRulesShared } from '../../order-flow/recheck.ts';
import { type MappingKind, mappingNouns, undoSeconds } from '../../order-flow/release/delay.ts';
import { followSent } from '../../order-flow/sent/follow.ts';
import { sentInWords } from '../../order-flow/sent/in-words.ts';
import { ofConnection, openSent, type Which } from '../../order-flow/sent/which.ts';
import { kinds } from './kinds.ts';

type Codes = { connectionId: number; kind: MappingKind; codes: readonly string[] };

/** Orders that go by these codes of a channel. */
export const goingBy = (tenant: Tenant, { connectionId, kind, codes }: Codes): Which =>
  ofConnection(connectionId, kinds[kind].concerns(tenant, codes));

/** All orders of a connection: for presets and field mappings. */
export const allOf = (connectionId: number): Which => ofConnection(connectionId, sql`true`);

/**
 * Has what the warehouse has by the former mappings of a save compared and followed as soon as the save can no longer be undone.
 * Returns what that will be, in a sentence; null where nothing is concerned. Call it when the mappings are written.
 */
export async function followSaveThere(tenant: Tenant, saveId: number, codes: Codes): Promise<string | null> {
  await followSaveLater(tenant, saveId, codes);
  return sentInWords(tenant, goingBy(tenant, codes));
}

/** The same, without a word: after an undo. */
export async function followSaveLater(tenant: Tenant, saveId: number, codes: Codes): Promise<void> {
  await lockRulesForChange(tenant, codes.connectionId);
  if ((await openSent(tenant, goingBy(tenant, codes), 1)).length > 0)
    await enqueue(
      tenant,
      'orders:follow-sent',
      { connectionId: codes.connectionId, saveId },
      { runAt: new Date(Date.now() + undoSeconds * 1000 + 100) },
    );
}

/** The same after a preset or field mapping of a connection was saved, which cannot be undone. */
export async function followRulesThere(tenant: Tenant, connectionId: number): Promise<string | null> {
  const which = allOf(connectionId);
  if ((await openSent(tenant, which, 1)).length > 0) await followAll(tenant, connectionId);
  return sentInWords(tenant, which);
}

function followAll(tenant: Tenant, connectionId: number): Promise<void> {
  const one = oneOf(tenant, connectionId);
  return enqueue(tenant, 'orders:follow-sent', { connectionId }, { key: one, queue: one });
}

/**
 * Rules that are saved one after another are followed once, by the last of them: it replaces one that waits to begin, and one that goes
 * on is replaced by how it goes on. None runs while another does, which would replace it by its own.
 */
const oneOf = ({ accountId }: Tenant, connectionId: number) => `follow-sent:${accountId}:${connectionId}`;

/**
 * The same after links of SKUs began or ended by themselves, which nobody undoes. Call it when they are written, and orders that have not
 * left follow.
 */
export async function followLinksThere(tenant: Tenant, connectionId: number, skus: readonly string[]): Promise<void> {
  const ids = await openSent(tenant, goingBy(tenant, { connectionId, kind: 'product', codes: skus }), atOnce + 1);
  if (ids.length > atOnce) await followAll(tenant, connectionId);
  else await enqueueCompare(tenant, ids);
}

/** So many warehouse orders are compared in one transaction. */
const atOnce = 100;

/** Follows a save, or all rules of a connection, in what the warehouse has: a set at a time, each a job of its own. */
export async function followThere(
  database: Database,
  { accountId, connectionId, saveId, after = 0 }: { accountId: number; connectionId: number; saveId?: number; after?: number },
): Promise<void> {
  await withoutPerson(database, accountId, async (tenant) => {
    // An undo that is not committed yet has this lock.
    await lockRulesShared(tenant, connectionId);
    const which = saveId === undefined ? allOf(connectionId) : await ofSave(tenant, connectionId, saveId);
    const ids = await openSent(tenant, which, atOnce, after);
    await followSent(tenant, ids);
    const last = ids.at(-1);
    if (last === undefined || ids.length < atOnce) return;
    const one = oneOf(tenant, connectionId);
    if (saveId === undefined)
      await enqueue(tenant, 'orders:follow-sent', { connectionId, after: last }, { key: `${one}:on`, queue: one, keepsPlace: true });
    else await enqueue(tenant, 'orders:follow-sent', { connectionId, saveId, after: last });
  });
}

/** Compares warehouse orders that were being sent while a mapping changed, or whose links changed by themselves. */
export async function compareThere(
  database: Database,
  { accountId, warehouseOrderIds }: { accountId: number; warehouseOrderIds: number[] },
) {
  await withoutPerson(database, accountId, async (tenant) => {
    for (const id of await connectionsOf(tenant, warehouseOrderIds)) await lockRulesShared(tenant, id);
    await sql`
      update warehouse_orders set must_compare = false
      where ${inAccount({ accountId })} and id = any(${warehouseOrderIds}::bigint[])`.execute(tenant.db);
    await followSent(tenant, warehouseOrderIds);
  });
}

/** Whose orders these are, in the order of their ids. */
async function connectionsOf(tenant: Tenant, warehouseOrderIds: number[]): Promise<number[]> {
  const { rows } = await sql<Columns<'orders', 'connection_id'>>`
    select distinct connection_id from orders where ${inAccount(tenant)} and warehouse_order_id = any(${warehouseOrderIds}::bigint[])
    order by connection_id`.execute(tenant.db);
  return rows.map(({ connection_id }) => connection_id);
}

async function ofSave(tenant: Tenant, connectionId: number, groupId: number): Promise<Which> {
  const { rows } = await sql<Columns<'changes', 'noun'> & { codes: string[] }>`
    select noun, array(select jsonb_object_keys(c.is)) as codes from changes c
    where ${inAccount(tenant)} and group_id = ${groupId} and record_id = ${connectionId} and undoes is null`.execute(tenant.db);
  const [save] = rows;
  const kind = (Object.keys(mappingNouns) as MappingKind[]).find((each) => mappingNouns[each] === save?.noun);
  return save && kind ? goingBy(tenant, { connectionId, kind, codes: save.codes }) : sql`false`;
}
