import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Change, ChangeNoun, Values } from '../../../base/changes/noun.ts';
import { type DiscussedName, nouns, recordTypeOf } from '../../../base/nouns.ts';
import { discussionTopic } from '../record.ts';

type Person = Column<'assignments', 'user_id'>;
/** Who looks after a record; null for nobody. */
export type Assignment = { id: number; assignee: Person | null };

/** Who looks after these records now. Lock the records before. */
export async function assignmentsOf(tenant: Tenant, noun: DiscussedName, ids: readonly number[]): Promise<Map<number, Person | null>> {
  const { rows } = await sql<Columns<'assignments', 'record_id' | 'user_id'>>`
    select record_id, user_id from assignments
    where ${inAccount(tenant)} and record_type = ${recordTypeOf(noun)} and record_id = any(${ids}::bigint[])`.execute(tenant.db);
  const assigned = new Map(rows.map(({ record_id, user_id }) => [record_id, user_id]));
  return new Map(ids.map((id) => [id, assigned.get(id) ?? null]));
}

/** Says who looks after each of these records, without a record of it. Who is no longer in the team looks after none. */
export async function writeAssignments(tenant: Tenant, noun: DiscussedName, assignments: readonly Assignment[]): Promise<void> {
  const type = recordTypeOf(noun);
  await sql`
    with wanted as (select * from json_to_recordset(${JSON.stringify(assignments)}::json) as w (id bigint, assignee bigint)),
    gone as (
      delete from assignments a using wanted w
      where ${inAccount(tenant, 'a')} and a.record_type = ${type} and a.record_id = w.id
        and not exists (select from members m where ${inAccount(tenant, 'm')} and m.user_id = w.assignee)
    )
    insert into assignments (account_id, record_type, record_id, user_id, assigned_by)
    select ${tenant.accountId}, ${type}, w.id, m.user_id, ${tenant.userId}::bigint
    from wanted w join members m on ${inAccount(tenant, 'm')} and m.user_id = w.assignee
    on conflict (account_id, record_type, record_id) do update
      set user_id = excluded.user_id, assigned_by = excluded.assigned_by, assigned_at = excluded.assigned_at`.execute(tenant.db);
  for (const { id } of assignments) notify(tenant, discussionTopic({ type, id }));
}

/** What the ledger has of who looks after records of a noun: apart from what people change of the records themselves. */
export const assignmentsIn = (noun: DiscussedName): ChangeNoun => ({
  name: `${nouns[noun].one} assignment`,
  async audited(tenant, changes) {
    const names = await namesIn(tenant, changes);
    const named = (side: Values | null) => ({ assignee: names.get(side?.assignee as Person) ?? null });
    return changes.map(({ record, was, is, undoes }) => ({
      ...{ verb: undoes === undefined ? ('assigned' as const) : ('undid' as const), noun: nouns[noun].one, record },
      ...{ from: named(was), to: named(is) },
    }));
  },
});

async function namesIn(tenant: Tenant, changes: readonly Change[]): Promise<Map<Person, string>> {
  const ids = changes.flatMap(({ was, is }) => [was?.assignee, is?.assignee]).filter((id) => id !== null && id !== undefined);
  const { rows } = await sql<Columns<'users', 'id' | 'name'>>`
    select id, name from users where id = any(${[...new Set(ids as Person[])]}::bigint[])`.execute(tenant.db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
