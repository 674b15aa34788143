import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/tables.ts';
import type { Columns } from '../columns.ts';
import { inAccount, inAnyAccount } from '../in-account.ts';
import type { Tenant } from '../tenant.ts';
import type { SearchedNoun } from './searched-noun.ts';

type Noun = Pick<SearchedNoun, 'noun'>;

/**
 * A part of a statement, or one by itself: has `changed`, a relation with an `id`, indexed again. With `skipRowReindex` before it no
 * trigger does it row by row.
 */
export const enqueueReindex = ({ accountId }: Tenant, { noun }: Noun, changed: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  insert into words_due (account_id, noun, record_ids)
  select ${accountId}::bigint, ${sql.lit(noun)}, array_agg(id) from ${changed} group by id >> 13 returning 1`;

/** The same for records with these ids. */
export async function reindex(tenant: Tenant, noun: Noun, ids: number[]): Promise<void> {
  await enqueueReindex(tenant, noun, sql`unnest(${ids}::bigint[]) as changed (id)`).execute(tenant.db);
}

/** Tells the triggers that the statements of this transaction use `enqueueReindex` wherever they change what an item is found by. */
export async function skipRowReindex({ db }: Tenant): Promise<void> {
  await sql`select set_config('crossdock.words_noted', 'yes', true)`.execute(db);
}

/** Whether records of a noun wait to be indexed. */
export const isDue = (tenant: Tenant, { noun }: Noun): RawBuilder<boolean> =>
  sql`exists (select from words_due where ${inAccount(tenant)} and noun = ${sql.lit(noun)})`;

/** The accounts and nouns that have something due, one step of the index each, however many rows one of them has. */
export async function dueWords(db: Transaction<DB>): Promise<Columns<'words_due', 'account_id' | 'noun'>[]> {
  const { rows } = await sql<Columns<'words_due', 'account_id' | 'noun'>>`
    with recursive due as (
      (select account_id, noun from words_due where ${inAnyAccount()} order by account_id, noun limit 1)
      union all
      select next.account_id, next.noun from due cross join lateral (
        select d.account_id, d.noun from words_due d where ${inAnyAccount('d')} and (d.account_id, d.noun) > (due.account_id, due.noun)
          order by d.account_id, d.noun limit 1) as next
    )
    select account_id, noun from due`.execute(db);
  return rows;
}
