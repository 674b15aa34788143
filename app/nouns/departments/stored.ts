import { sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { ChangeNoun, Values } from '../../base/changes/noun.ts';
import { type UndoVerb, undoEach } from '../../base/changes/undo.ts';
import type { OutcomeSentence } from '../../shared/runs/outcome-sentences.ts';

/** As the ledger has one: who was in it, too, for whoever has it again. */
export const departments: ChangeNoun = { name: 'department', topic: 'departments', unaudited: ['people'] };
export const valuesOf = ({ name, description }: Columns<'departments', 'name' | 'description'>): Values => ({
  ...{ name, description: description || null },
});

/** A department, with its members by their ids. */
export type StoredDepartment = Columns<'departments', 'id' | 'name' | 'description'> & { people: number[] };

/** In the order in which everybody locks them; one that is not there is left out. */
export async function lockDepartments(tenant: Tenant, ids: readonly number[]): Promise<StoredDepartment[]> {
  const { rows } = await sql<StoredDepartment>`
    select d.id, d.name, d.description,
      array_to_json(array(
        select m.member_id from member_departments m where ${inAccount(tenant, 'm')} and m.department_id = d.id order by 1)) as people
    from departments d where ${inAccount(tenant, 'd')} and d.id = any(${ids}::bigint[]) order by d.id for update of d`.execute(tenant.db);
  return rows;
}

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
  async write(tenant, { changes }) {
    await sql`
      with back as (
        insert into departments (account_id, id, name, description) overriding system value
        select ${tenant.accountId}::bigint, g.record_id, g.was ->> 'name', coalesce(g.was ->> 'description', '') ${from(changes)}
        returning 1
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
