import { invalid, refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { unlessTaken } from '../../../platform/unless-taken.ts';
import { recordChange, recordChanges } from '../../base/changes/record.ts';
import { requireUnchanged } from '../../base/changes/unchanged.ts';
import type { DepartmentBody } from './contract.ts';
import { mostDepartments, roomForDepartments } from './queries.ts';
import { departments, lockDepartments, type StoredDepartment, valuesOf } from './stored.ts';

/** Creates a department and returns its id. @throws Invalid for a name that is taken; Refusal 409 when there are too many */
export async function createDepartment(tenant: Tenant, { name, description = '' }: DepartmentBody): Promise<number> {
  if ((await roomForDepartments(tenant)) === 0)
    throw refuse(409, 'too_many', `There are ${mostDepartments.toLocaleString('en-US')} departments. Delete one that nobody needs first.`);
  const added = tenant.db
    .insertInto('departments')
    .values({ account_id: tenant.accountId, name, description })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await unlessTaken('departments_by_name', added, taken(name));
  await recordChange(tenant, departments, { record: { id, name }, was: null, is: valuesOf({ name, description }) });
  return id;
}

type Edit = DepartmentBody & { was?: string | undefined };

/**
 * Renames or describes a department; refused where its name is not what it `was`.
 * @throws Refusal 404, 409; Invalid for a name that is taken
 */
export async function changeDepartment(tenant: Tenant, id: number, { name, description, was }: Edit): Promise<void> {
  const [from] = await lockDepartments(tenant, [id]);
  if (!from) throw missing();
  const saw = { was, now: from.name, to: name };
  const sentence = ({ who, on }: { who: string; on: string }) => `${who} renamed “${was}” to “${from.name}”${on}.`;
  await requireUnchanged(tenant, { noun: departments, recordId: id, fields: ['name'] }, saw, sentence);
  const to = { name, description: description ?? from.description };
  const changed = tenant.db.updateTable('departments').set(to).where(inAccount(tenant)).where('id', '=', id).execute();
  await unlessTaken('departments_by_name', changed, taken(name));
  await recordChange(tenant, departments, { record: { id, name }, was: valuesOf(from), is: valuesOf(to) });
}

/**
 * Deletes a department; the people in it leave it. Returns its name, and the group of changes by which it is restored.
 * @throws Refusal 404
 */
export async function deleteDepartment(tenant: Tenant, id: number): Promise<{ name: string; changeGroup: number | null }> {
  const [locked] = await lockDepartments(tenant, [id]);
  if (!locked) throw missing();
  return { name: locked.name, changeGroup: await deleteDepartments(tenant, [locked]) };
}

/** The same of locked ones, in this group of changes or one of their own, which it returns. */
export async function deleteDepartments(tenant: Tenant, locked: readonly StoredDepartment[], group?: number): Promise<number | null> {
  const ids = locked.map(({ id }) => id);
  await tenant.db.deleteFrom('departments').where(inAccount(tenant)).where('id', 'in', ids).execute();
  const changes = locked.map(({ id, name, description, ...decided }) => ({
    record: { id, name },
    was: { ...valuesOf({ name, description }), ...decided },
    is: null,
  }));
  return recordChanges(tenant, departments, changes, { group });
}

const missing = () => refuse(404, 'not_found', 'This department does not exist.');
const taken = (name: string) => () => invalid({ name: [`There is a department named “${name}” already.`] });
