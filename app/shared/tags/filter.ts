import { type RawBuilder, sql } from 'kysely';
import type { z } from 'zod';
import type { Columns } from '../../../platform/columns.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { ListSource } from '../../../platform/list/source.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { type tagFilter, withoutTags } from './contract.ts';
import type { TaggedType } from './tag.ts';

/** A tag by its id, or `none` of them; nothing where a list is not filtered by tags. */
export type TagFilter = z.output<typeof tagFilter>;
type Condition = RawBuilder<unknown>;

/**
 * What a filter by tag demands of the record of this id, which names its table, as in `o.id`. A deleted tag is on no record. Looked up
 * for a record by the key of what is tagged, or for all that have the tag by the index of tags.
 */
export function hasTag(tenant: Tenant, type: TaggedType, id: Condition, tag: number | typeof withoutTags): Condition {
  if (tag !== withoutTags) return sql`exists (select ${tagged(tenant, type, tag)} and r.record_id = ${id})`;
  return sql`not exists (select from tagged_records r join tags t on ${inAccount(tenant, 't')} and t.id = r.tag_id and t.deleted_at is null
    where ${inAccount(tenant, 'r')} and r.record_type = ${type} and r.record_id = ${id})`;
}

/** `from … where …`: what has a tag, from the index of tags. */
const tagged = (tenant: Tenant, type: TaggedType, tag: number): Condition => sql`
  from tagged_records r join tags t on ${inAccount(tenant, 't')} and t.id = r.tag_id and t.deleted_at is null
  where ${inAccount(tenant, 'r')} and r.tag_id = ${tag} and r.record_type = ${type}`;

/** All that have a tag, by their ids, which an index of records finds; and how many they are, counted no further than `most` and one. */
export const byTag = (tenant: Tenant, type: TaggedType, id: Condition, { tag, most }: { tag: number; most: number }) => ({
  by: sql`${id} = any(array(select r.record_id ${tagged(tenant, type, tag)}))`,
  count: sql`(select count(*)::int from (select ${tagged(tenant, type, tag)} limit ${most + 1}) as near)`,
});

/** Of a tag with more records than these a list looks through its own rows, as it does for those without tags. */
const few = 10_000;

/** How a list that `readPage` reads is filtered by tag. */
export async function filteredByTag(
  tenant: Tenant,
  type: TaggedType,
  id: Condition,
  tag: TagFilter,
): Promise<Required<Pick<ListSource, 'indexed' | 'filters'>>> {
  if (!tag) return { indexed: [], filters: [] };
  const fits = { indexed: [], filters: [hasTag(tenant, type, id, tag)] };
  if (tag === withoutTags) return fits;
  const { by, count } = byTag(tenant, type, id, { tag, most: few });
  const { rows } = await sql<{ n: number }>`select ${count} as n`.execute(tenant.db);
  return (rows[0]?.n ?? 0) > few ? fits : { indexed: [by], filters: [] };
}

/** What a filter by tag says in the bar of its list, by its value; a tag that was deleted is called so. */
export async function namesOfFilter(tenant: Tenant, tag: TagFilter): Promise<Record<string, string>> {
  if (!tag) return {};
  if (tag === withoutTags) return { [tag]: 'None' };
  const { rows } = await sql<Columns<'tags', 'name' | 'deleted_at'>>`
    select name, deleted_at from tags where ${inAccount(tenant)} and id = ${tag}`.execute(tenant.db);
  const [found] = rows;
  return { [tag]: !found ? 'A tag that is gone' : found.deleted_at ? `${found.name} (deleted)` : found.name };
}
