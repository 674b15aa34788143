import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { notify } from '../../../platform/events.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Change, ChangeNoun, Values } from '../../base/changes/noun.ts';
import { auditedAs, nouns, recordTypeOf, type TaggedName } from '../../base/nouns.ts';
import { discussionTopic } from '../comments/record.ts';

/** Whether a record has each of these tags, by their ids. */
export type Tagging = { id: number; tags: Values };

/** Puts tags on records and takes them off, without a record of it. A tag that is not there is put on none. */
export async function writeTags(tenant: Tenant, noun: TaggedName, taggings: readonly Tagging[]): Promise<void> {
  if (taggings.length === 0) return;
  const type = recordTypeOf(noun);
  const each = taggings.flatMap(({ id, tags }) => Object.entries(tags).map(([tag, has]) => ({ id, tag: Number(tag), has })));
  await sql`
    with wanted as (select * from json_to_recordset(${JSON.stringify(each)}::json) as w (id bigint, tag bigint, has boolean)),
    gone as (
      delete from tagged_records r using wanted w
      where ${inAccount(tenant, 'r')} and r.record_type = ${type} and r.record_id = w.id and r.tag_id = w.tag and not w.has
    )
    insert into tagged_records (account_id, record_type, record_id, tag_id)
    select ${tenant.accountId}, ${type}, w.id, t.id
    from wanted w join tags t on ${inAccount(tenant, 't')} and t.id = w.tag and t.deleted_at is null where w.has
    on conflict do nothing`.execute(tenant.db);
  for (const { id } of taggings) notify(tenant, discussionTopic({ type, id }));
}

/** What the ledger has of the tags of a noun's records, apart from what people change of the records themselves: each by its id. */
export const taggingOf = (noun: TaggedName): ChangeNoun => ({
  name: `${nouns[noun].one} tags`,
  topic: noun,
  async audited(tenant, changes) {
    const names = await namesIn(tenant, changes);
    const having = (side: Values | null) => {
      const tags = Object.keys(side ?? {}).flatMap((id) => (side?.[id] === true ? (names.get(Number(id)) ?? []) : []));
      return { tags: tags.length > 0 ? tags.sort().join(', ') : null };
    };
    return changes.map(({ record, was, is, undoes }) => ({
      ...{ verb: undoes === undefined ? ('changed' as const) : ('undid' as const), noun: auditedAs(noun), record },
      ...{ from: having(was), to: having(is) },
    }));
  },
});

/** Of deleted ones too. */
async function namesIn(tenant: Tenant, changes: readonly Change[]): Promise<Map<number, string>> {
  const ids = new Set(changes.flatMap(({ is }) => Object.keys(is ?? {}).map(Number)));
  const { rows } = await sql<Columns<'tags', 'id' | 'name'>>`
    select id, name from tags where ${inAccount(tenant)} and id = any(${[...ids]}::bigint[])`.execute(tenant.db);
  return new Map(rows.map(({ id, name }) => [id, name]));
}
