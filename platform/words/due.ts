import { type RawBuilder, sql, type Transaction } from 'kysely';
import type { DB } from '../../db/tables.ts';
import type { Columns } from '../columns.ts';
import { inAccount, inReach } from '../in-account.ts';
import type { Reach } from '../nodes/lost-nodes.ts';
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
  await sql`set local crossdock.words_noted = 'yes'`.execute(db);
}

/** Whether records of a noun wait to be indexed. */
export const isDue = (tenant: Tenant, { noun }: Noun): RawBuilder<boolean> =>
  sql`exists (select from words_due where ${inAccount(tenant)} and noun = ${sql.lit(noun)})`;

type Due = Columns<'words_due', 'account_id' | 'noun'>;

/** Rows that are read at once: more than there are, most of the time. */
const atOnce = 100;

/** The accounts and nouns that have something due. However many rows one of them has, no more are read than these. */
export async function dueWords(db: Transaction<DB>, reach: Reach): Promise<Due[]> {
  const due: Due[] = [];
  for (;;) {
    const last = due.at(-1) ?? { account_id: 0, noun: '' };
    const { rows } = await sql<Due>`
      select account_id, noun from words_due
      where ${inReach(reach)} and (account_id, noun) > (${last.account_id}::bigint, ${last.noun}::text)
      order by account_id, noun limit ${atOnce}`.execute(db);
    for (const row of rows) if (row.account_id !== due.at(-1)?.account_id || row.noun !== due.at(-1)?.noun) due.push(row);
    if (rows.length < atOnce) return due;
  }
}
