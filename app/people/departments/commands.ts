import { invalid, refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { unlessTaken } from '../../../platform/unless-taken.ts';
import type { ChangeNoun } from '../../base/changes/noun.ts';
import { recordChange } from '../../base/changes/record.ts';
import { requireUnchanged } from '../../base/changes/unchanged.ts';
import type { DepartmentBody } from './contract.ts';

const departments: ChangeNoun = { name: 'department', topic: 'departments' };

/** Creates a department and returns its id. @throws Invalid for a name that is taken */
export async function createDepartment(tenant: Tenant, { name }: DepartmentBody): Promise<number> {
  const added = tenant.db
    .insertInto('departments')
    .values({ account_id: tenant.accountId, name })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await unlessTaken('departments_by_name', added, taken(name));
  await recordChange(tenant, departments, { record: { id, name }, was: null, is: { name } });
  return id;
}

type Renaming = DepartmentBody & { was?: string | undefined };

/** Renames a department; refused where its name is not what it `was`. @throws Refusal 404, 409; Invalid for a name that is taken */
export async function changeDepartment(tenant: Tenant, id: number, { name, was }: Renaming): Promise<void> {
  const from = await lockDepartment(tenant, id);
  const saw = { was, now: from.name, to: name };
  await requireUnchanged(
    tenant,
    { noun: departments, recordId: id },
    saw,
    ({ who, on }) => `${who} renamed “${was}” to “${from.name}”${on}.`,
  );
  const changed = tenant.db.updateTable('departments').set({ name }).where(inAccount(tenant)).where('id', '=', id).execute();
  await unlessTaken('departments_by_name', changed, taken(name));
  await recordChange(tenant, departments, { record: { id, name }, was: from, is: { name } });
}

/** Deletes a department, and returns its name; the people in it leave it. @throws Refusal 404 */
export async function deleteDepartment(tenant: Tenant, id: number): Promise<string> {
  const from = await lockDepartment(tenant, id);
  await tenant.db.deleteFrom('departments').where(inAccount(tenant)).where('id', '=', id).execute();
  await recordChange(tenant, departments, { record: { id, name: from.name }, was: from, is: null });
  return from.name;
}

async function lockDepartment(tenant: Tenant, id: number): Promise<DepartmentBody> {
  const found = await tenant.db
    .selectFrom('departments')
    .select('name')
    .where(inAccount(tenant))
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!found) throw refuse(404, 'not_found', 'This department does not exist.');
  return found;
}

const taken = (name: string) => () => invalid({ name: [`There is a department named “${name}” already.`] });
