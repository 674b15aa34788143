import { sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { unlessTaken } from '../../../platform/unless-taken.ts';
import { recordChange } from '../../base/changes/record.ts';
import { requireUnchanged } from '../../base/changes/unchanged.ts';
import type { Undoable } from '../../shared/noun/record-undoable.ts';
import { insertTags, lockCreating, requireRoom, tagChanges, taken } from '../../shared/tags/stored.ts';
import { isSameName } from '../../shared/tags/tag.ts';
import { listTags } from '../../shared/tags/tags.ts';
import type { TagBody } from './contract.ts';
import { lockTags, missing } from './stored.ts';

/** Creates a tag and returns its id. @throws Invalid for a name that is taken; Refusal 409 beyond the account's bound */
export async function createTag(tenant: Tenant, { name, color }: TagBody): Promise<number> {
  const others = await requireFree(tenant, name);
  requireRoom(others + 1);
  const [tag] = await insertTags(tenant, [{ name, color }]);
  return tag?.id ?? 0;
}

type Edit = Pick<TagBody, 'name'> & Partial<TagBody> & { was?: Partial<TagBody> | undefined };

/**
 * Renames a tag or gives it another colour; refused where it is not what it `was`.
 * @throws Refusal 404, 409; Invalid for a name that is taken
 */
export async function changeTag(tenant: Tenant, id: number, { name, color, was }: Edit): Promise<void> {
  await requireFree(tenant, name, id);
  const [from] = await lockTags(tenant, [id]);
  if (!from) throw missing();
  const [now, to] = [lookWith(from, {}), lookWith(from, { name, color })];
  await requireAsSeen(tenant, id, { was: was && lookWith(from, was), now, to });
  const changed = tenant.db.updateTable('tags').set(to).where(inAccount(tenant)).where('id', '=', id).execute();
  await unlessTaken('tags_by_name', changed, taken(name));
  await recordChange(tenant, tagChanges, { record: { id, name }, was: now, is: to });
}

/** What is given of how a tag looks, and of the rest what it is. */
function lookWith(from: TagBody, { name = from.name, color = from.color }: Partial<TagBody>): TagBody {
  return { name, color };
}

type Saw = { was: TagBody | undefined; now: TagBody; to: TagBody };

/** Refuses to save over what a colleague saved, and says what that is. @throws Refusal 409 */
async function requireAsSeen(tenant: Tenant, recordId: number, saw: Saw): Promise<void> {
  const { was, now } = saw;
  const isRenamed = was?.color === now.color;
  const which = { noun: tagChanges, recordId, fields: isRenamed ? ['name'] : ['name', 'color'] };
  const what = isRenamed ? `renamed “${was?.name}” to “${now.name}”` : 'changed this tag';
  const rest = isRenamed ? '' : `: “${now.name}”, ${now.color}`;
  await requireUnchanged(tenant, which, saw, ({ who, on }) => `${who} ${what}${on}${rest}.`);
}

/** Deletes a tag: no record has it from then on, and an undo has it again on all of them. @throws Refusal 404 */
export async function deleteTag(tenant: Tenant, id: number): Promise<Undoable> {
  const [tag] = await lockTags(tenant, [id]);
  if (!tag) throw missing();
  const { name, color } = tag;
  await tenant.db.updateTable('tags').set({ deleted_at: sql<Date>`now()` }).where(inAccount(tenant)).where('id', '=', id).execute();
  return { id, name, changeGroup: await recordChange(tenant, tagChanges, { record: { id, name }, was: { name, color }, is: null }) };
}

/**
 * Requires that no other tag has this name, and that nobody else creates one until the transaction ends. Returns how many others there
 * are.
 */
async function requireFree(tenant: Tenant, name: string, own?: number): Promise<number> {
  await lockCreating(tenant);
  const others = (await listTags(tenant)).filter(({ id }) => id !== own);
  if (others.some((other) => isSameName(other.name, name))) throw taken(name)();
  return others.length;
}
