import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { idsOf } from '../../../platform/ids.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Tag, TagColor, Tagged, TaggedType } from './tag.ts';

type Row = Columns<'tags', 'id' | 'name'> & { color: TagColor };

/** All tags of the account, by name. */
export const listTags = (tenant: Tenant): Promise<Tag[]> =>
  readPrepared(
    tenant,
    sql<Row>`select id, name, color from tags where ${inAccount(tenant)} and deleted_at is null order by lower(name), id`,
  );

/** The tags of these records by name, in one statement for all of them; a record without any has no entry. */
export async function tagsOf(tenant: Tenant, type: TaggedType, ids: readonly number[]): Promise<Map<number, Tag[]>> {
  if (ids.length === 0) return new Map();
  const rows = await readPrepared(
    tenant,
    sql<Row & Columns<'tagged_records', 'record_id'>>`
      select r.record_id, t.id, t.name, t.color
      from tagged_records r join tags t on ${inAccount(tenant, 't')} and t.id = r.tag_id and t.deleted_at is null
      where ${inAccount(tenant, 'r')} and r.record_type = ${type} and r.record_id = any(${ids}::bigint[])
      order by r.record_id, lower(t.name), t.id`,
  );
  const tags = new Map<number, Tag[]>();
  for (const { record_id, ...tag } of rows) tags.set(record_id, [...(tags.get(record_id) ?? []), tag]);
  return tags;
}

/** Rows of records, each with its tags. */
export async function withTags<Row extends { id: number }>(
  tenant: Tenant,
  type: TaggedType,
  rows: readonly Row[],
): Promise<(Row & { tags: Tag[] })[]> {
  const tags = await tagsOf(tenant, type, idsOf(rows));
  return rows.map((row) => ({ ...row, tags: tags.get(row.id) ?? [] }));
}

/** The tags of one record, by name. */
export const tagsOfRecord = async (tenant: Tenant, { type, id }: Tagged): Promise<Tag[]> =>
  (await tagsOf(tenant, type, [id])).get(id) ?? [];
