import { type RawBuilder, sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { ChangeNoun, Values } from '../../base/changes/noun.ts';
import { type UndoVerb, undoEach } from '../../base/changes/undo.ts';
import type { OutcomeSentence } from '../../shared/runs/outcome-sentences.ts';

/** As the ledger has one: who was in it and what it decided, too, for whoever has it again. */
export const departments: ChangeNoun = {
  ...{ name: 'department', topic: 'departments' },
  unaudited: ['people', 'rules', 'invitations', 'tickets'],
};
export const valuesOf = ({ name, description }: Columns<'departments', 'name' | 'description'>): Values => ({
  ...{ name, description: description || null },
});

/** A department, with its members, invitations and tickets by their ids, and the kinds of notifications that it has. */
export type StoredDepartment = Columns<'departments', 'id' | 'name' | 'description'> & {
  people: number[];
  rules: string[];
  invitations: number[];
  tickets: number[];
};

/** In the order in which everybody locks them; one that is not there is left out. */
export async function lockDepartments(tenant: Tenant, ids: readonly number[]): Promise<StoredDepartment[]> {
  const { rows } = await sql<StoredDepartment>`
    select d.id, d.name, d.description,
      array_to_json(array(
        select m.member_id from member_departments m where ${inAccount(tenant, 'm')} and m.department_id = d.id order by 1)) as people,
      array_to_json(array(
        select r.kind from notification_rules r where ${inAccount(tenant, 'r')} and r.department_id = d.id order by 1)) as rules,
      array_to_json(array(
        select i.invitation_id from invitation_departments i
        where ${inAccount(tenant, 'i')} and i.department_id = d.id order by 1)) as invitations,
      array_to_json(array(
        select t.id from support_tickets t where ${inAccount(tenant, 't')} and t.department_id = d.id order by 1)) as tickets
    from departments d where ${inAccount(tenant, 'd')} and d.id = any(${ids}::bigint[]) order by d.id for update of d`.execute(tenant.db);
  return rows;
}

const tablesWithDepartment = ['member_departments', 'notification_rules', 'invitation_departments', 'support_tickets'];

/** A condition on a department `r`: somebody is in it, or notifications, invitations or tickets go to it. */
export const isUsed = (tenant: Tenant): RawBuilder<unknown> => {
  const named = tablesWithDepartment.map(
    (table) => sql`exists (select from ${sql.table(table)} u where ${inAccount(tenant, 'u')} and u.department_id = r.id)`,
  );
  return sql.join(named, sql` or `);
};

/** Has departments again that a group of changes deleted, with who of them is still here. `left`: why some are not there again. */
export const restoreDepartments = async (tenant: Tenant, ids: readonly number[], group: number) => ({
  left: await undoEach(tenant, group, ids, deletion),
});

const deletion: UndoVerb<void, OutcomeSentence> = {
  noun: departments,
  nameOf: (_, changes) => new Map(changes.map(({ record_id, was }) => [record_id, String(was?.name)])),
  /** What is to be there again is something else by now, where another has its name. */
  async read(tenant, { changes }) {
    const { rows } = await sql<{ id: number; other: Column<'departments', 'id'> }>`
      select g.record_id as id, d.id as other ${from(changes)}
      join departments d on ${inAccount(tenant, 'd')} and lower(d.name) = lower(g.was ->> 'name')`.execute(tenant.db);
    return new Map(rows.map(({ id, other }) => [id, { other }]));
  },
  /** What was given to another since stays there. */
  async write(tenant, { changes }) {
    await sql`
      with back as (
        insert into departments (account_id, id, name, description) overriding system value
        select ${tenant.accountId}::bigint, g.record_id, g.was ->> 'name', coalesce(g.was ->> 'description', '') ${from(changes)}
        returning 1
      ),
      notified as (
        insert into notification_rules (account_id, kind, department_id)
        select ${tenant.accountId}::bigint, kind, g.record_id ${from(changes)}
        cross join json_array_elements_text(g.was -> 'rules') as kind on conflict do nothing returning 1
      ),
      invited as (
        insert into invitation_departments (account_id, invitation_id, department_id)
        select ${tenant.accountId}::bigint, i.id, g.record_id ${from(changes)}
        cross join json_array_elements_text(g.was -> 'invitations') as invitation
        join invitations i on ${inAccount(tenant, 'i')} and i.id = invitation::bigint on conflict do nothing returning 1
      ),
      asked as (
        update support_tickets t set department_id = g.record_id ${from(changes)}
        cross join json_array_elements_text(g.was -> 'tickets') as ticket
        where ${inAccount(tenant, 't')} and t.id = ticket::bigint and t.department_id is null returning 1
      )
      insert into member_departments (account_id, member_id, department_id)
      select ${tenant.accountId}::bigint, m.id, g.record_id ${from(changes)}
      cross join json_array_elements_text(g.was -> 'people') as person
      join members m on ${inAccount(tenant, 'm')} and m.id = person::bigint returning 1`.execute(tenant.db);
  },
  follow: () => Promise.resolve(),
  changedSince: () => ({ code: 'name_taken', one: 'department' }),
};

const from = (changes: readonly object[]) =>
  sql`from json_to_recordset(${JSON.stringify(changes)}::json) as g (record_id bigint, was json)`;
