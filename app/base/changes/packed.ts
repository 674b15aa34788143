import { type RawBuilder, sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/** A row of the ledger that has what an import did to thousands of records. */
export type Pack = Columns<'changes', 'id' | 'form'>;

/** Whose changes they are, in which group; `form` says how they are read. */
type Which = { group: number; noun: string; form: string };

/**
 * A query for `insert into changes (account_id, group_id, user_id, noun, form, packed)` in a statement that changes records: `packed` is
 * JSON, what
 * `from` has by an aggregate. Nothing where that has no rows.
 */
export const packedAs = (
  { accountId, userId }: Tenant,
  { group, noun, form }: Which,
  packed: RawBuilder<unknown>,
  from: RawBuilder<unknown>,
): RawBuilder<unknown> =>
  sql`select ${accountId}::bigint, ${group}::bigint, ${userId}::bigint, ${noun}::text, ${form}::text, ${packed}
    from ${from} having count(*) > 0`;

/** Records what an import did to many records, in the form that its undo reads. Nothing for none. */
export async function recordPacked(tenant: Tenant, { group, noun, form }: Which, records: readonly unknown[]): Promise<void> {
  if (records.length === 0) return;
  await sql`
    insert into changes (account_id, group_id, user_id, noun, form, packed)
    values (${tenant.accountId}, ${group}, ${tenant.userId}, ${noun}, ${form}, ${JSON.stringify(records)})`.execute(tenant.db);
}

/** The packs of a group that are not undone, the last one first: what was done first is undone last. */
export async function packsOf(tenant: Tenant, group: number): Promise<Pack[]> {
  const { rows } = await sql<Pack>`
    select c.id, c.form from changes c where ${inAccount(tenant, 'c')} and c.group_id = ${group} and c.packed is not null
      and not exists (select from changes undo where ${inAccount(tenant, 'undo')} and undo.undoes = c.id)
    order by c.id desc`.execute(tenant.db);
  return rows;
}

/** Records that a pack was undone, but for the records that it left as they are. Who undoes it a second time is refused by the database. */
export async function recordUndone(tenant: Tenant, { id }: Pack, kept: readonly number[]): Promise<void> {
  await sql`
    insert into changes (account_id, group_id, user_id, noun, form, packed, undoes)
    select account_id, nextval('changes_id_seq'), ${tenant.userId}, noun, 'undone', ${JSON.stringify(kept)}::json, id
    from changes where ${inAccount(tenant)} and id = ${id} returning 1`.execute(tenant.db);
}

/** What a pack has: a query of rows `each` of JSON. */
export const unpacked = (tenant: Tenant, { id }: Pack): RawBuilder<unknown> =>
  sql`select each from changes c, json_array_elements(c.packed) as each where ${inAccount(tenant, 'c')} and c.id = ${id}`;

/** The same of later packs that are undone, but for the records that their undos left: of packs whose rows name their records by `id`. */
export const unpackedUndone = (tenant: Tenant, { id }: Pack, { noun, form }: Omit<Which, 'group'>): RawBuilder<unknown> => sql`
  select each from changes undo join changes c on ${inAccount(tenant, 'c')} and c.id = undo.undoes
    cross join json_array_elements(c.packed) as each
  where ${inAccount(tenant, 'undo')} and undo.undoes > ${id} and undo.form = 'undone' and c.noun = ${noun} and c.form = ${form}
    and not exists (select from json_array_elements_text(undo.packed) as kept where kept = each ->> 'id')`;
