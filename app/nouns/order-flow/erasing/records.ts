import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { jsonWithout, type WithoutWords } from './without-words.ts';

const atOnce = 1_000;

/** The name of a record, and JSON as text. */
type Texts = Columns<'changes', 'id'> & { name: Column<'audit_entries', 'record_name'> | null; json: string | null };

/**
 * Takes words out of some rows of the ledger or the audit, which the product cannot change: a function of the database does, and takes
 * nothing but what was found. Returns the id to go on after; null at the end.
 */
export async function searchRecords(
  tenant: Tenant,
  table: 'changes' | 'audit_entries',
  without: WithoutWords,
  after: number,
): Promise<number | null> {
  const isLedger = table === 'changes';
  const rows = isLedger ? await readLedger(tenant, after) : await readAudit(tenant, after);
  const words = new Set<string>();
  const named = rows.filter(({ name, json }) => {
    const was = words.size;
    const left = [name && without(name, words), json && jsonWithout(json, without, words)];
    return words.size > was || left[0] !== name || left[1] !== json;
  });
  const ids = idsOf(named);
  // The longest first: a shorter one may be a part of it.
  const longest = [...words].sort((a, b) => b.length - a.length);
  if (ids.length > 0)
    await sql`select erase_from_records(${longest}::text[], ${isLedger ? ids : []}::bigint[], ${isLedger ? [] : ids}::bigint[])`.execute(
      tenant.db,
    );
  return rows.length < atOnce ? null : (rows.at(-1)?.id ?? null);
}

async function readLedger(tenant: Tenant, after: number): Promise<Texts[]> {
  const { rows } = await sql<Texts>`
    select id, null as name, '[' || concat_ws(',', was::text, "is"::text, packed::text) || ']' as json from changes
    where ${inAccount(tenant)} and id > ${after} order by id limit ${atOnce}`.execute(tenant.db);
  return rows;
}

async function readAudit(tenant: Tenant, after: number): Promise<Texts[]> {
  const { rows } = await sql<Texts>`
    select id, record_name as name, changes::text as json from audit_entries
    where ${inAccount(tenant)} and id > ${after} order by id limit ${atOnce}`.execute(tenant.db);
  return rows;
}
