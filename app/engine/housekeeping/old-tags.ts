import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';

/** For so long a deleted tag is kept: its deletion can be undone for 30 days, and so can what was done with it until then. */
const keptDays = 90;

/** What deletes those of an account that were deleted long ago, with what records had them; at most so many rows a statement. */
export const oldTags = (accountId: number, atOnce: number): RawBuilder<unknown>[] => {
  const old = sql`t.deleted_at < now() - make_interval(days => ${keptDays})`;
  return [
    sql`delete from tagged_records d using (
        select r.record_type, r.record_id, r.tag_id from tags t
        join tagged_records r on ${inAccount({ accountId }, 'r')} and r.tag_id = t.id
        where ${inAccount({ accountId }, 't')} and ${old} limit ${atOnce}
      ) as gone
      where ${inAccount({ accountId }, 'd')} and (d.record_type, d.record_id, d.tag_id) = (gone.record_type, gone.record_id, gone.tag_id)`,
    sql`delete from tags where ${inAccount({ accountId })} and id in (
      select t.id from tags t where ${inAccount({ accountId }, 't')} and ${old} limit ${atOnce})`,
  ];
};
