import { sql } from 'kysely';
import { writeAudit } from '../../../platform/audit.ts';
import { invalid, refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { recordChanges } from '../../base/changes/record.ts';
import { tagChanges } from '../../shared/tags/stored.ts';
import type { Tag } from '../../shared/tags/tag.ts';
import { listTags } from '../../shared/tags/tags.ts';
import { followFilter } from '../../shared/views/filter-values.ts';
import { lockTags, missing } from './stored.ts';

/** What is merged, and into which other, by their ids. */
export type Merging = { id: number; into: number };
/** How many records have the tag, and how many of them the other too. */
type Merged = { records: number; both: number };

/** A tag of more records than these is merged into none: all of them change at once. */
export const mostMerged = 100_000;

/** What a merge would do, as the records are now. It writes nothing. @throws Refusal 404, 409 */
export async function previewMerge(tenant: Tenant, merging: Merging): Promise<Merged> {
  pairOf(await listTags(tenant), merging);
  return countMerged(tenant, merging);
}

/**
 * Merges a tag into another: each of its records has the other, once, saved views by it go by the other, and it is gone. It cannot be
 * undone. Returns both names, too.
 * @throws Refusal 404; 409 beyond the bound
 */
export async function mergeTags(tenant: Tenant, merging: Merging): Promise<Merged & { from: string; to: string }> {
  const { tag, other } = pairOf(await lockTags(tenant, [merging.id, merging.into]), merging);
  const merged = await countMerged(tenant, merging);
  await sql`
    with had as (
      delete from tagged_records where ${inAccount(tenant)} and tag_id = ${tag.id} returning record_type, record_id
    ), gone as (update tags set deleted_at = now() where ${inAccount(tenant)} and id = ${tag.id})
    insert into tagged_records (account_id, record_type, record_id, tag_id)
    select ${tenant.accountId}, record_type, record_id, ${other.id} from had on conflict do nothing`.execute(tenant.db);
  await followFilter(tenant, 'tag', { from: tag.id, to: other.id });
  const { id, name, color } = tag;
  const changes = [
    { record: { id, name }, was: { name, color }, is: null },
    { record: { id: other.id, name: other.name }, was: { merged: null }, is: { merged: id } },
  ];
  await recordChanges(tenant, tagChanges, changes, { isAudited: false });
  await writeAudit(tenant, { verb: 'merged', noun: 'tag', record: { id, name }, to: { into: other.name, records: merged.records } });
  return { ...merged, from: name, to: other.name };
}

function pairOf(there: readonly Tag[], { id, into }: Merging): { tag: Tag; other: Tag } {
  if (id === into) throw invalid({ into: ['Choose another tag.'] });
  const [tag, other] = [id, into].map((wanted) => there.find((each) => each.id === wanted));
  if (!tag || !other) throw missing();
  return { tag, other };
}

async function countMerged(tenant: Tenant, { id, into }: Merging): Promise<Merged> {
  const { rows } = await sql<Merged>`
    select count(*)::int as records, count(o.tag_id)::int as both
    from (select record_type, record_id from tagged_records where ${inAccount(tenant)} and tag_id = ${id} limit ${mostMerged + 1}) as r
    left join tagged_records o on ${inAccount(tenant, 'o')}
      and o.record_type = r.record_type and o.record_id = r.record_id and o.tag_id = ${into}`.execute(tenant.db);
  const [merged = { records: 0, both: 0 }] = rows;
  if (merged.records > mostMerged)
    throw refuse(
      409,
      'too_many',
      `More than ${mostMerged.toLocaleString('en-US')} records have this tag. Take it off some of them first, or rename it.`,
    );
  return merged;
}
