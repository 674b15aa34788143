import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { invalid, refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { lockOf } from '../../../platform/locks.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { unlessTaken } from '../../../platform/unless-taken.ts';
import type { ChangeNoun } from '../../base/changes/noun.ts';
import { recordChanges } from '../../base/changes/record.ts';
import { keyOf, mostTags, type Tag, type TagColor, tagColors } from './tag.ts';
import { listTags } from './tags.ts';

/** A tag as the ledger and the audit have it. */
export const tagChanges: ChangeNoun = { name: 'tag', topic: 'tags' };

/** Those of these tags that there are, kept as they are until the transaction ends: nobody renames, merges or deletes them meanwhile. */
export async function keepTags(tenant: Tenant, ids: readonly number[]): Promise<Tag[]> {
  const { rows } = await sql<Columns<'tags', 'id' | 'name'> & { color: TagColor }>`
    select id, name, color from tags where ${inAccount(tenant)} and id = any(${ids}::bigint[]) and deleted_at is null
    order by id for share`.execute(tenant.db);
  return rows;
}

/** The ids of the tags of these names; those that the account does not have are created. @throws Refusal 409 beyond its bound */
export async function tagsNamed(tenant: Tenant, names: readonly string[]): Promise<number[]> {
  if (names.length === 0) return [];
  const missing = (there: readonly Tag[]) => {
    const existing = new Set(there.map(({ name }) => keyOf(name)));
    return [...new Map(names.map((name) => [keyOf(name), name]))].flatMap(([key, name]) => (existing.has(key) ? [] : [name]));
  };
  const before = await listTags(tenant);
  const created = missing(before).length > 0 ? await createMissing(tenant, missing) : [];
  const all = new Map([...before, ...created].map(({ id, name }) => [keyOf(name), id]));
  return [...new Set(names.map((name) => all.get(keyOf(name)) ?? 0))];
}

/** Creates those of the names that are missing still once nobody else creates any. Returns all tags. */
async function createMissing(tenant: Tenant, missing: (there: readonly Tag[]) => string[]): Promise<Tag[]> {
  await lockCreating(tenant);
  const there = await listTags(tenant);
  const names = missing(there);
  requireRoom(there.length + names.length);
  const added = names.map((name, at) => ({ name, color: nextColor(there.length + at) }));
  return [...there, ...(await insertTags(tenant, added))];
}

/** Of one account nobody else creates tags, or has deleted ones again, until the transaction ends. */
export const lockCreating = (tenant: Tenant) => sql`select pg_advisory_xact_lock(${lockOf('tags', tenant.accountId)})`.execute(tenant.db);

/** @throws Refusal 409 where an account would have more tags than it may */
export function requireRoom(count: number): void {
  if (count > mostTags)
    throw refuse(
      409,
      'too_many_tags',
      `An account has at most ${mostTags} tags. Delete or merge some that nobody needs first, under Settings.`,
    );
}

/** Each in its turn, so that new ones differ. */
export const nextColor = (count: number): TagColor => tagColors[(count + 1) % tagColors.length] ?? 'grey';

/** Writes new tags whose names nobody has, and records who created them. */
export async function insertTags(tenant: Tenant, tags: readonly Omit<Tag, 'id'>[]): Promise<Tag[]> {
  if (tags.length === 0) return [];
  const inserted = sql<Columns<'tags', 'id' | 'name'> & { color: TagColor }>`
    insert into tags (account_id, name, color)
    select ${tenant.accountId}::bigint, n.name, n.color from json_to_recordset(${JSON.stringify(tags)}::json) as n (name text, color text)
    returning id, name, color`.execute(tenant.db);
  // Some letters are the same to the database alone.
  const { rows } = await unlessTaken('tags_by_name', inserted, taken(tags[0]?.name ?? ''));
  const changes = rows.map(({ id, name, color }) => ({ record: { id, name }, was: null, is: { name, color } }));
  await recordChanges(tenant, tagChanges, changes);
  return rows;
}

/** The refusal of a name that another tag has. */
export const taken = (name: string) => () => invalid({ name: [`There is a tag named “${name}” already.`] });
