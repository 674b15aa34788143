import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { type Tenant, type Within, withoutPerson } from '../../../../platform/tenant.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { openStatuses } from './ended.ts';
import { namingWords } from './erase-orders.ts';
import { filesAreBusy, searchFiles } from './files.ts';
import { searchBodies } from './payloads.ts';
import { searchAudit, searchLedger } from './records.ts';
import { searchedPlaces } from './texts/places.ts';
import { searchPage } from './texts/search-page.ts';
import { type WithoutWords, withoutWords } from './texts/without-words.ts';

/** Orders whose buyers are searched for at once: what it costs hardly depends on how many there are. */
const atOnce = 1_000;

/**
 * Searches all that an account keeps for the words of buyers who were erased, in short transactions. The words are kept until the end, so
 * whoever stops in between begins again. Returns what became of it: `later` while a file is being written that may name them.
 */
export async function searchForErased(
  { database, files }: Pick<Engine, 'database' | 'files'>,
  accountId: number,
  stop: AbortSignal,
): Promise<'nobody' | 'searched' | 'later'> {
  const within: Within = (work) => withoutPerson(database, accountId, work);
  const { orders, words, since, until } = await within(wordsToSearch);
  if (orders.length === 0) return 'nobody';
  if (await within((tenant) => filesAreBusy(tenant, until))) return 'later';
  const without = withoutWords(words);
  for (const place of searchedPlaces) await eachPage<string[]>(stop, (after) => within((t) => searchPage(t, place, without, { after })));
  await searchWhole(within, without, stop);
  await searchFiles({ within, files, accountId, stop }, words, since);
  await within((tenant) => sql`select erase_from_notes(${accountId}, ${words}::text[])`.execute(tenant.db));
  await within((tenant) => forgetWords(tenant, orders));
  return 'searched';
}

type Searched = Columns<'buyer_erasures', 'order_id' | 'words'>;

/** But for those whose channel has named their buyer anew meanwhile. */
async function forgetWords(tenant: Tenant, orders: Searched[]): Promise<void> {
  await sql`
    update buyer_erasures e set words = null
    from json_to_recordset(${JSON.stringify(orders)}::json) as row (order_id bigint, words text[])
    where ${inAccount(tenant, 'e')} and e.order_id = row.order_id and e.words = row.words`.execute(tenant.db);
}

async function searchWhole(within: Within, without: WithoutWords, stop: AbortSignal): Promise<void> {
  await eachPage<number>(stop, (after) => within((tenant) => searchBodies(tenant, without, after ?? 0)));
  for (const search of [searchLedger, searchAudit])
    await eachPage<number>(stop, (after) => within((tenant) => search(tenant, without, after ?? 0)));
}

async function eachPage<Key>(stop: AbortSignal, search: (after: Key | null) => Promise<Key | null>): Promise<void> {
  for (let after: Key | null | undefined; after !== null; ) {
    if (stop.aborted) throw new Error('This worker stops; another begins to search again.');
    after = await search(after ?? null);
  }
}

/**
 * Of the buyers who are searched for, all words but those that an open order has, too, or a later one of the same buyer whose day is still
 * to come, and those that name the account, its people or its connections.
 */
async function wordsToSearch(tenant: Tenant): Promise<{ orders: Searched[]; words: string[]; since: Date; until: Date }> {
  const { rows } = await sql<Searched & Columns<'buyer_erasures', 'erased_at'> & Columns<'orders', 'created_at'>>`
    select e.order_id, e.words, e.erased_at, o.created_at from buyer_erasures e
    join orders o on ${inAccount(tenant, 'o')} and o.id = e.order_id
    where ${inAccount(tenant, 'e')} and e.words is not null order by e.order_id limit ${atOnce}`.execute(tenant.db);
  const words = [...new Set(rows.flatMap(({ words }) => words ?? []))];
  const { rows: kept } = await sql<{ word: string }>`
    select word from orders o, ${namingWords('o')} as word where ${inAccount(tenant, 'o')}
      and o.order_status = any(${openStatuses}::text[]) and o.deleted_at is null and o.archived_at is null and word = any(${words}::text[])
    union select word from orders o join buyer_erasures e on ${inAccount(tenant, 'e')} and e.order_id = o.id and e.look_at is not null,
      ${namingWords('o')} as word
      where ${inAccount(tenant, 'o')} and o.email_folded = any(${words.map((word) => word.toLowerCase())}::text[])
        and word = any(${words}::text[])
    union select name from accounts where id = ${tenant.accountId}
    union select name from connections where ${inAccount(tenant)}
    union select unnest(array[u.name, u.email]) from users u join members m on m.user_id = u.id where ${inAccount(tenant, 'm')}`.execute(
    tenant.db,
  );
  const others = new Set(kept.map(({ word }) => word));
  return {
    orders: rows.map(({ order_id, words }) => ({ order_id, words })),
    words: words.filter((word) => !others.has(word)),
    since: new Date(Math.min(...rows.map(({ created_at }) => created_at.getTime()))),
    until: new Date(Math.max(...rows.map(({ erased_at }) => erased_at?.getTime() ?? 0)) + 1),
  };
}
