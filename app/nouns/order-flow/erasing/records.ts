import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { isErased } from './ended.ts';
import { jsonWithout, type WithoutWords, withoutWhole } from './texts/without-words.ts';

const atOnce = 200;

/** JSON as text. */
type Json = string | null;
type Change = Columns<'changes', 'id' | 'noun'> & { was: Json; is: Json; is_erased: boolean };
type Entry = Columns<'audit_entries', 'id' | 'record_name'> & { changes: Json };

/**
 * Takes words out of some rows of the ledger, which the product cannot change: a function of the database does. What an undo writes back
 * is right only as it was, so other nouns than erased orders lose no more than whole values, open orders and what an import did nothing.
 * Returns the id to go on after; null at the end.
 */
export async function searchLedger(tenant: Tenant, without: WithoutWords, after: number): Promise<number | null> {
  const { rows } = await sql<Change>`
    select c.id, c.noun, c.was::text as was, c."is"::text as "is", c.noun = 'order' and exists (
      select from orders o where ${inAccount(tenant, 'o')} and o.id = c.record_id and ${isErased(tenant, 'o')}) as is_erased
    from changes c where ${inAccount(tenant, 'c')} and c.id > ${after} and c.packed is null order by c.id limit ${atOnce}`.execute(
    tenant.db,
  );
  const whole = withoutWhole(without);
  const left = rows.flatMap(({ id, noun, was, is, is_erased }) => {
    const finder = is_erased ? without : whole;
    const now = { id, was: leftOf(was, finder), is: leftOf(is, finder) };
    const stays = (noun === 'order' && !is_erased) || (now.was === was && now.is === is);
    return stays ? [] : [now];
  });
  if (left.length > 0)
    await sql`select erase_from_changes(${tenant.accountId}, ${jsonRows(left, ['was', 'is'])}::jsonb)`.execute(tenant.db);
  return rows.length < atOnce ? null : (rows.at(-1)?.id ?? null);
}

/** The same of the audit, which nothing is undone by. */
export async function searchAudit(tenant: Tenant, without: WithoutWords, after: number): Promise<number | null> {
  const { rows } = await sql<Entry>`
    select id, record_name, changes::text as changes from audit_entries
    where ${inAccount(tenant)} and id > ${after} order by id limit ${atOnce}`.execute(tenant.db);
  const left = rows.flatMap(({ id, record_name, changes }) => {
    const now = { id, record_name: record_name && without(record_name), changes: leftOf(changes, without) };
    return now.record_name === record_name && now.changes === changes ? [] : [now];
  });
  if (left.length > 0) await sql`select erase_from_audit(${tenant.accountId}, ${jsonRows(left, ['changes'])}::jsonb)`.execute(tenant.db);
  return rows.length < atOnce ? null : (rows.at(-1)?.id ?? null);
}

const leftOf = (json: Json, without: WithoutWords): Json => json && jsonWithout(json, without);

/** Rows as JSON, in which these columns are JSON already. */
function jsonRows<Row extends { id: number }>(rows: Row[], columns: (keyof Row & string)[]): string {
  const texts = rows.map((row) => {
    const others = Object.entries(row).filter(([name]) => !columns.includes(name as keyof Row & string));
    const fields = [...others.map(([name, value]) => [name, JSON.stringify(value)]), ...columns.map((name) => [name, row[name] ?? 'null'])];
    return `{${fields.map(([name, value]) => `"${name}":${value}`).join(',')}}`;
  });
  return `[${texts.join(',')}]`;
}
