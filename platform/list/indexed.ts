import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../in-account.ts';
import { readPrepared } from '../prepared.ts';
import type { Tenant } from '../tenant.ts';
import { isDue } from '../words/due.ts';
import { partsIn, phraseOf } from '../words/terms.ts';
import { isKnownLarge, type ListKey, rememberSize } from './large.ts';
import type { ListQuery } from './query.ts';
import { fitsFilters, type PageOfIds, scanLimit } from './scan.ts';
import { type ListedTable, type ListSource, rowsIn, scanOrder, sortKey, type WordIndex } from './source.ts';
import { type FoundRow, inOrder, type RowsQuery, withRows } from './with-rows.ts';
import { hasAll, typedFor } from './words.ts';

type PageOfRows<Row> = Omit<PageOfIds, 'ids'> & { data: Row[] };
type Indexed = ListSource & { wordIndex: WordIndex };

/** How far a search looks for its first rows: how many entries of a word, and for how many rows of a column that begins with the words. */
const near = { entries: 150, beginnings: 60 };
const nearRows = 100;
/** And for those of the next pages. */
const nextPages = { entries: 250, beginnings: 100 };
/** Where that is cut off, and leaves less than a page. */
const far = { entries: scanLimit, beginnings: 1_000 };
type Reach = typeof near;

/** Whether a list has more rows than are searched one by one: then its index of words is asked. */
export async function isIndexed(tenant: Tenant, source: ListSource, key: ListKey): Promise<boolean> {
  if (isKnownLarge(key)) return true;
  const [read] = await readPrepared(
    tenant,
    sql<{
      is_large: boolean;
    }>`select exists (select ${rowsIn(tenant, source)} order by ${scanOrder(source)} offset ${sql.lit(scanLimit)} limit 1) as is_large`,
  );
  rememberSize(key, read?.is_large === true);
  return read?.is_large === true;
}

/**
 * A page of what a search finds in a large list, with its rows, in one statement: rows that have every word anywhere, as far as one of
 * the words begins a word of theirs, or a column begins as the search does. What equals the search comes first.
 */
export async function findAtOnce<Row extends object>(
  tenant: Tenant,
  query: ListQuery,
  source: Indexed,
  key: ListKey,
  rows: RowsQuery<Row>,
): Promise<PageOfRows<Row>> {
  const trimmed = { ...query, search: query.search.trim() };
  const quick = await findQuickly(tenant, trimmed, source, key, rows);
  if (quick) return quick;
  const end = query.page * query.perPage;
  const within = (reach: Reach) => find(tenant, trimmed, source, rows, candidates(tenant, trimmed.search, source, reach));
  const first = await within(end <= nearRows ? near : nextPages);
  const isShort = first.total < end;
  const { data, total, is_cut, is_due, looked_at } = first.is_cut && isShort ? await within(far) : first;
  const isComplete = !is_cut && !is_due;
  return { data, total, exact: isComplete, scanned: isComplete ? null : looked_at };
}

/**
 * What a search finds that has a word which few rows have, such as a SKU or a UPC: most searches, by a statement that has no other ways
 * to find something, because starting these costs more than the search. Null where it takes them.
 */
async function findQuickly<Row extends object>(
  tenant: Tenant,
  query: ListQuery,
  source: Indexed,
  list: ListKey,
  rows: RowsQuery<Row>,
): Promise<PageOfRows<Row> | null> {
  const [word] = wordsToLookUp(query.search);
  if (!word) return null;
  const key = `${list} ${word}`;
  if (isKnownLarge(key)) return null;
  const { data, total, is_cut, is_due } = await find(tenant, query, source, rows, candidatesOfWord(tenant, source, word));
  rememberSize(key, is_cut);
  return is_cut || is_due ? null : { data, total, exact: true, scanned: null };
}

type Found = { total: number; is_cut: boolean; is_due: boolean; looked_at: number };

async function find<Row extends object>(
  tenant: Tenant,
  query: ListQuery,
  source: Indexed,
  rows: RowsQuery<Row>,
  candidates: RawBuilder<unknown>,
): Promise<Found & { data: Row[] }> {
  const { orderDir, page, perPage } = query;
  const direction = sql.raw(orderDir);
  const read = await readPrepared(
    tenant,
    sql<FoundRow<Row, Found>>`
      with ${candidates},
      fitting as materialized (${fitting(tenant, query, source)}),
      page as materialized (
        select json_build_object('total', (select count(*) from fitting), 'is_cut', is_cut, 'is_due', is_due, 'looked_at',
          cardinality(ids)) as found,
          array(select id from fitting order by is_equal desc, sort_key ${direction}, id ${direction}
            limit ${perPage} offset ${(page - 1) * perPage}) as ids
        from candidates
      )
      ${withRows(tenant, source, rows)}`,
  );
  const { data, found = { total: 0, is_cut: false, is_due: false, looked_at: 0 } } = inOrder(read);
  return { ...found, data };
}

/**
 * Rows that have a word; all of them, unless it is cut or some wait for their index. Which of too many does not matter: they are not used.
 */
const candidatesOfWord = (tenant: Tenant, { wordIndex }: Indexed, word: string) => sql`
  candidates as materialized (
    select ids, is_due, cardinality(ids) > ${sql.lit(near.entries)} as is_cut
    from (select array(select record_id ${entriesThat(tenant, wordIndex, begins(wordIndex, word))}
      limit ${sql.lit(near.entries + 1)}) as ids,
      ${isDue(tenant, wordIndex.noun)} as is_due) as of_word
  )`;

/** What the candidates leave: they may have only one of the words, be out of scope, or have changed since they were indexed. */
function fitting(tenant: Tenant, { search, orderBy }: ListQuery, source: Indexed): RawBuilder<unknown> {
  const [first] = source.wordIndex.beginnings;
  const isEqual = first ? sql`${sql.ref(first.column)} = ${typedFor(first, search)}` : sql`false`;
  return sql`
    select id, ${sortKey(source.sorts[orderBy] ?? 'id')} as sort_key, ${isEqual} as is_equal ${rowsIn(tenant, source)}
      and id = any((select ids from candidates)::bigint[]) and ${hasAll(source, search)} and ${fitsFilters(source)}`;
}

/**
 * Rows that may match: those of the word with the fewest entries. Where these were cut off, or rows wait for their index, also those of
 * the whole search as one term, such as a SKU with dashes, and those with a column that begins with the search, where that says more
 * than one word: of a word whose entries are all known, these are among them.
 */
function candidates(tenant: Tenant, search: string, { wordIndex, ...source }: Indexed, { entries, beginnings }: Reach) {
  const whole = phraseOf(search);
  const words = wordsToLookUp(search);
  const isOneWord = words.length === 1 && words[0] === whole;
  const each = words.map((word, at) => {
    const ids = sql`array(${entriesOf(tenant, wordIndex, word, entries)})`;
    if (at === 0) return sql`word_0 as materialized (select ${ids} as ids)`;
    const before = sql.table(`word_${at - 1}`);
    // A word that few rows have makes looking for the next one needless.
    return sql`${sql.table(`word_${at}`)} as materialized (select case when cardinality(ids) > ${sql.lit(entries)} then ${ids} end as ids
      from ${before})`;
  });
  const lists = words.map((_, at) => sql`select ids from ${sql.table(`word_${at}`)} where ids is not null`);
  const fewest = words.length > 0 ? sql.join(lists, sql` union all `) : sql`select '{}'::bigint[] as ids`;
  const isCut = sql`(${words.length === 0} or cardinality(fewest.ids) > ${sql.lit(entries)})`;
  const beginning = wordIndex.beginnings.map((column) => {
    const [text, start] = [sql`${sql.ref(column.column)} collate "C"`, typedFor(column, search)];
    const isNeeded = isOneWord ? sql`(select is_due from state)` : sql`(select is_needed from more)`;
    return sql`(select id ${rowsIn(tenant, { ...source, scope: isNeeded })} and ${text} >= ${start} and ${text} < ${start} || ${last}
      order by ${text}, id limit ${sql.lit(beginnings + 1)})`;
  });
  const ofWhole = sql`case when is_needed then array(${entriesOf(tenant, wordIndex, whole, entries)}) else '{}' end`;
  return sql`${sql.join([sql`state as materialized (select ${isDue(tenant, wordIndex.noun)} as is_due)`, ...each])},
    fewest as materialized (select ids from (${fewest}) as lists order by cardinality(ids) limit 1),
    more as materialized (select is_due or ${isCut} as is_needed from state, fewest),
    whole as materialized (select ${isOneWord ? sql`'{}'::bigint[]` : ofWhole} as ids from more),
    beginning as materialized (select array(select id from (${sql.join(beginning, sql` union all `)}) as columns) as ids),
    candidates as materialized (
      select array(select distinct unnest(fewest.ids[:${sql.lit(entries)}] || whole.ids || beginning.ids)) as ids, state.is_due,
        ${isCut} or cardinality(whole.ids) > ${sql.lit(entries)} or cardinality(beginning.ids) > ${sql.lit(beginnings)} as is_cut
      from state, fewest, whole, beginning
    )`;
}

/** The rows that have a term, the newest first, and then those of which it begins one. */
function entriesOf(tenant: Tenant, index: WordIndex, word: string, most: number): RawBuilder<unknown> {
  const limit = sql`limit ${sql.lit(most + 1)}`;
  const start = termOf(index, word);
  return sql`select record_id from (
    (select record_id ${entriesThat(tenant, index, sql`term = ${start}`)} order by record_id desc ${limit}) union all
    (select record_id ${entriesThat(tenant, index, sql`term > ${start} and term < ${start} || ${last}`)} order by term, record_id ${limit})
  ) as both_kinds ${limit}`;
}

/** `from … where …`: the entries of an index. */
const entriesThat = (tenant: Tenant, { noun }: Pick<WordIndex, 'noun'>, fit: RawBuilder<unknown>) =>
  sql`from ${sql.table(`${noun.record}_terms`)} where ${inAccount(tenant)} and ${fit}`;

type Lists = Pick<WordIndex, 'within'>;
const termOf = ({ within }: Lists, word: string) => (within ? sql`(${within} || ${word})` : sql`${word}`);
const begins = (index: Lists, word: string) => sql`term >= ${termOf(index, word)} and term < ${termOf(index, word)} || ${last}`;

/**
 * What a search of a large list demands beside having every word anywhere, for who works on all that it finds: that each word begins
 * one of the row's. So nothing is among them that the list would not show.
 */
export function beginsWords<Table extends ListedTable>(tenant: Tenant, index: WordIndex<Table>, search: string): RawBuilder<unknown> {
  const words = wordsToLookUp(search);
  const starts = index.beginnings.map((column) => sql`starts_with(${sql.ref(column.column)}, ${typedFor(column, search.trim())})`);
  if (words.length === 0) return sql`(${sql.join(starts, sql` or `)})`;
  return sql.join(
    words.map((word) => sql`id in (select record_id ${entriesThat(tenant, index, begins(index, word))})`),
    sql` and `,
  );
}

const last = sql.raw(`U&'\\+10FFFF'`);

/** The longest words say most; what has them is looked at for the others. */
const mostWords = 3;

const wordsToLookUp = (search: string): string[] =>
  partsIn(search)
    .sort((a, b) => b.length - a.length)
    .slice(0, mostWords);
