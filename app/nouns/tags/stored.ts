import { sql } from 'kysely';
import type { Column, Columns } from '../../../platform/columns.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import { unlessTaken } from '../../../platform/unless-taken.ts';
import { type StoredChange, type UndoVerb, undoChanges } from '../../base/changes/undo.ts';
import type { Undone } from '../../shared/runs/bulk/undo.ts';
import { lockCreating, requireRoom, tagChanges } from '../../shared/tags/stored.ts';
import type { Tag, TagColor } from '../../shared/tags/tag.ts';
import { listTags } from '../../shared/tags/tags.ts';

/** Those of these tags that there are, in the order in which everybody locks them: nobody puts them on a record meanwhile. */
export async function lockTags(tenant: Tenant, ids: readonly number[]): Promise<Tag[]> {
  const { rows } = await sql<Columns<'tags', 'id' | 'name'> & { color: TagColor }>`
    select id, name, color from tags where ${inAccount(tenant)} and id = any(${ids}::bigint[]) and deleted_at is null
    order by id for update`.execute(tenant.db);
  return rows;
}

export const missing = () => refuse(404, 'not_found', 'This tag does not exist.');

/** Has a tag again that was deleted, on the records that had it. @throws Refusal 404; 409 where that is no longer possible */
export async function undoDeletion(tenant: Tenant, group: number): Promise<Undone> {
  const sentence = await undoChanges(tenant, group, [deletion]);
  return { message: sentence, runId: null, total: 1 };
}

const changedSince = 'There is another tag of its name by now. This cannot be undone.';
const nameOf = ({ was }: StoredChange) => String(was?.name);

const deletion: UndoVerb<string> = {
  noun: tagChanges,
  nameOf: (_tenant, changes) => new Map(changes.map((change) => [change.record_id, nameOf(change)])),
  /** What is to be there again is something else by now, where another has its name. */
  async read(tenant, { changes }) {
    await lockCreating(tenant);
    const { rows } = await sql<Columns<'tags', 'id'> & { other: Column<'tags', 'id'> }>`
      select g.record_id as id, t.id as other
      from json_to_recordset(${JSON.stringify(changes)}::json) as g (record_id bigint, was json)
      join tags t on ${inAccount(tenant, 't')} and t.deleted_at is null
        and (t.id = g.record_id or lower(t.name) = lower(g.was ->> 'name'))`.execute(tenant.db);
    return new Map(rows.map(({ id, other }) => [id, { other }]));
  },
  async write(tenant, { changes }) {
    requireRoom((await listTags(tenant)).length + changes.length);
    const ids = changes.map(({ record_id }) => record_id);
    const written = sql`update tags set deleted_at = null where ${inAccount(tenant)} and id = any(${ids}::bigint[])`.execute(tenant.db);
    await unlessTaken('tags_by_name', written, () => refuse(409, 'changed_since', changedSince));
  },
  follow: async (_tenant, { changes }) => changes.map((change) => `“${nameOf(change)}” is there again.`).join(' '),
  changedSince: () => changedSince,
};
