import { sql } from 'kysely';
import { inPieces } from '../../platform/pieces.ts';
import type { Columns } from '../columns.ts';
import { inAccount } from '../in-account.ts';
import { lockOf } from '../locks.ts';
import type { Tenant } from '../tenant.ts';
import type { SearchedNoun } from './searched-noun.ts';
import { type SearchedTexts, termsOf } from './terms.ts';

/** Records of one batch, and of one statement: terms that are written together in their order hit cached pages. */
const recordsAtOnce = 4_000;
const rowsAtOnce = 8_000;

/**
 * Writes the words of the records of a noun that have been due for the longest: some thousands. Returns whether there were any. One at
 * a time for an account and noun, so that older words never overwrite newer ones.
 */
export async function indexBatch(tenant: Tenant, searched: SearchedNoun): Promise<boolean> {
  const { accountId } = tenant;
  await sql`select pg_advisory_xact_lock(${lockOf('words', sql`hashtextextended(${searched.noun}, ${accountId})`)})`.execute(tenant.db);
  const atOnce = searched.atOnce ?? recordsAtOnce;
  const ids = await takeDue(tenant, searched, atOnce);
  for (const some of inPieces(ids, atOnce)) await indexRecords(tenant, searched, some);
  return ids.length > 0;
}

/** The oldest rows until these have enough records; one alone may have some thousands. */
async function takeDue(tenant: Tenant, { noun }: SearchedNoun, atOnce: number): Promise<number[]> {
  const { rows } = await sql<Columns<'words_due', 'record_ids'>>`
    with oldest as (
      select id, sum(cardinality(record_ids)) over (order by id) - cardinality(record_ids) as before
      from (select id, record_ids from words_due where ${inAccount(tenant)} and noun = ${noun} order by id limit ${rowsAtOnce}) as near
    )
    delete from words_due d using oldest o
    where ${inAccount(tenant, 'd')} and d.noun = ${noun} and d.id = o.id and o.before < ${atOnce} returning d.record_ids`.execute(
    tenant.db,
  );
  // The driver gives numbers within an array as texts.
  return [...new Set(rows.flatMap(({ record_ids }) => record_ids.map(Number)))].sort((a, b) => a - b);
}

async function indexRecords(tenant: Tenant, searched: SearchedNoun, ids: number[]): Promise<void> {
  const { rows } = await searched.texts(tenant, ids).execute(tenant.db);
  const terms = new Map(rows.map(({ id, ...texts }: SearchedTexts & { id: number }) => [id, termsOf(texts, searched.mostTerms)]));
  await store(
    tenant,
    searched,
    ids.map((id) => ({ id, terms: terms.get(id) ?? [] })),
  );
}

/** Writes only the terms that differ from the stored ones; what has none loses its row. */
async function store(tenant: Tenant, { record }: SearchedNoun, sets: { id: number; terms: string[] }[]): Promise<void> {
  const [index, stored] = [sql.table(`${record}_terms`), sql.table(`${record}_term_sets`)];
  const ids = sets.map(({ id }) => id);
  await sql`
    with batch as materialized (
      select id, terms from json_to_recordset(${JSON.stringify(sets)}::json) as sets (id bigint, terms text[])
    ),
    stored as materialized (select s.record_id, s.terms from ${stored} s where ${inAccount(tenant, 's')}
      and s.record_id = any(${ids}::bigint[])),
    differing as materialized (
      select b.id, b.terms, coalesce(stored.terms, '{}') as before from batch b left join stored on stored.record_id = b.id
      where b.terms is distinct from coalesce(stored.terms, '{}')
    ),
    gone as (
      delete from ${index} t using differing d cross join lateral unnest(d.before) as old (term)
      where ${inAccount(tenant, 't')} and t.record_id = d.id and t.term = old.term collate "C" and old.term <> all (d.terms)
    ),
    forgotten as (delete from ${stored} s using differing d where ${inAccount(tenant, 's')} and s.record_id = d.id and d.terms = '{}'),
    upserted as (
      insert into ${stored} (account_id, record_id, terms) select ${tenant.accountId}::bigint, id, terms from differing where terms <> '{}'
      on conflict (account_id, record_id) do update set terms = excluded.terms
    ),
    added as (
      insert into ${index} (account_id, term, record_id)
      select ${tenant.accountId}::bigint, word.term, d.id from differing d cross join lateral unnest(d.terms) as word (term)
      where word.term <> all (d.before) order by word.term collate "C", d.id returning 1
    )
    select count(*) from added`.execute(tenant.db);
}
