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

type Edit = DepartmentBody & { was?: Partial<DepartmentBody> | undefined };

/**
 * Renames or describes a department; refused where it is not what it `was`.
 * @throws Refusal 404, 409; Invalid for a name that is taken
 */
export async function changeDepartment(tenant: Tenant, id: number, { name, description, was }: Edit): Promise<void> {
  const [from] = await lockDepartments(tenant, [id]);
  if (!from) throw missing();
  const to = textsWith(from, { name, description });
  await requireAsSeen(tenant, id, { was: was && textsWith(from, was), now: textsWith(from, {}), to });
  const changed = tenant.db.updateTable('departments').set(to).where(inAccount(tenant)).where('id', '=', id).execute();
  await unlessTaken('departments_by_name', changed, taken(name));
  await recordChange(tenant, departments, { record: { id, name }, was: valuesOf(from), is: valuesOf(to) });
}

type Texts = Pick<StoredDepartment, 'name' | 'description'>;

/** What is given, and of the rest what it is. */
function textsWith(from: Texts, { name = from.name, description = from.description }: Partial<DepartmentBody>): Texts {
  return { name, description };
}

/** Refuses to save over what a colleague wrote, and says what that is. @throws Refusal 409 */
async function requireAsSeen(tenant: Tenant, recordId: number, saw: { was: Texts | undefined; now: Texts; to: Texts }): Promise<void> {
  const { was, now } = saw;
  const isRenamed = was?.description === now.description;
  const which = { noun: departments, recordId, fields: isRenamed ? ['name'] : ['name', 'description'] };
  const what = isRenamed ? `renamed “${was?.name}” to “${now.name}”` : 'changed this department';
  const rest = isRenamed ? '' : `: ${inWords(now)}`;
  await requireUnchanged(tenant, which, saw, ({ who, on }) => `${who} ${what}${on}${rest}.`);
}

const inWords = ({ name, description }: Texts) => `“${name}”, ${description === '' ? 'without a description' : `“${description}”`}`;

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
