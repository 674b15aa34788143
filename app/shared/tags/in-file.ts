import { type RawBuilder, sql } from 'kysely';
import { inAccount, type OfAccount } from '../../../platform/in-account.ts';
import type { TaggedType } from './tag.ts';

/**
 * The names of the tags of a record between commas, safe to open in a spreadsheet: a value of a file, so it has literals alone. `id` names
 * its table, as in `o.id`. Nothing is looked up for a record where no record of the account has tags.
 */
export const tagNames = (tenant: OfAccount, type: TaggedType, id: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  case when (select exists (select from tagged_records g where ${inAccount(tenant, 'g')} and g.record_type = ${sql.lit(type)})) then (
    select formula_safe(string_agg(t.name, ', ' order by lower(t.name), t.id)) from tagged_records g
    join tags t on ${inAccount(tenant, 't')} and t.id = g.tag_id and t.deleted_at is null
    where ${inAccount(tenant, 'g')} and g.record_type = ${sql.lit(type)} and g.record_id = ${id}) end`;
