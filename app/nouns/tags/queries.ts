import { sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Paginated } from '../../../platform/list/query.ts';
import { readPage } from '../../../platform/list/read-page.ts';
import type { ListSource } from '../../../platform/list/source.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { TagColor } from '../../shared/tags/tag.ts';
import { type CountedTag, listTagsCall, mostCounted, type TagsQuery } from './contract.ts';

/** How many records have a tag, as far as they are counted: each tag costs the same at most, however many records there are. */
const records = (tenant: Tenant) => sql<number>`(select count(*)::int from (
  select from tagged_records r where ${inAccount(tenant, 'r')} and r.tag_id = tags.id limit ${mostCounted}) as counted)`;

const source = (tenant: Tenant): ListSource<'tags', TagsQuery['orderBy']> => ({
  table: 'tags',
  sorts: { name: sql`lower(name)`, records: records(tenant) },
  words: ['name'],
  scope: sql`deleted_at is null`,
});

/** One page of the tags of the account, with how many records have each. */
export function listCountedTags(tenant: Tenant, query: TagsQuery): Promise<Paginated<CountedTag>> {
  return readPage(tenant, listTagsCall, query, source(tenant), (ids) =>
    tenant.db
      .selectFrom('tags')
      .select(({ ref }) => ['id', 'name', ref('color').$castTo<TagColor>().as('color'), records(tenant).as('records')])
      .where(inAccount(tenant))
      .where('id', 'in', ids)
      .execute(),
  );
}
