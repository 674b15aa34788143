import { DummyDriver, Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely';
import { itemWords } from '../../../app/nouns/catalogue/words/item-words.ts';
import { listingWords } from '../../../app/nouns/links/listings/listing-words.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { SearchedNoun } from '../../../platform/words/searched-noun.ts';
import { type SearchedTexts, termsOf } from '../../../platform/words/terms.ts';
import type { Product } from '../product.ts';

export type IndexTrouble = {
  /** Changes that are not indexed yet. */
  due: number;
  /** Items whose stored terms are others than theirs, or that are gone. */
  sets: number;
  /** Terms that are missing, or of no item. */
  terms: number;
};
type Reader = Pick<Product, 'read' | 'seller'>;

/** Compares the index of words with the products, raw materials and channel products of the seller. */
export async function troubleInIndex({ read, seller }: Reader): Promise<IndexTrouble> {
  const [due] = await read<{ n: number }>('select count(*)::int as n from words_due where account_id = $1', [seller.accountId]);
  const trouble = { due: due?.n ?? 0, sets: 0, terms: 0 };
  for (const noun of [...Object.values(itemWords), listingWords]) {
    const { sets, terms } = await troubleOf({ read, seller }, noun);
    trouble.sets += sets;
    trouble.terms += terms;
  }
  return trouble;
}

async function troubleOf({ read, seller: { accountId } }: Reader, noun: SearchedNoun): Promise<Omit<IndexTrouble, 'due'>> {
  const expected = await termsBySearch(read, accountId, noun);
  const stored = await read<{ id: string; terms: string[] }>(
    `select record_id as id, terms from ${noun.record}_term_sets where account_id = $1`,
    [accountId],
  );
  const entries = await read<{ id: string; term: string }>(`select record_id as id, term from ${noun.record}_terms where account_id = $1`, [
    accountId,
  ]);
  const sets = stored.filter(({ id, terms }) => terms.join('\n') !== expected.get(id)?.join('\n')).length;
  const missing = new Set([...expected].flatMap(([id, terms]) => terms.map((term) => `${id} ${term}`)));
  const needless = entries.filter(({ id, term }) => !missing.delete(`${id} ${term}`)).length;
  return { sets: sets + Math.max(0, expected.size - stored.length), terms: missing.size + needless };
}

/** What each record of a noun is found by now, by its id. */
async function termsBySearch(read: Product['read'], accountId: number, noun: SearchedNoun): Promise<Map<string, string[]>> {
  const ids = await read<{ id: string }>(`select id from ${noun.noun} where account_id = $1`, [accountId]);
  const texts = noun
    .texts(
      { accountId } as Tenant,
      ids.map(({ id }) => Number(id)),
    )
    .compile(compiler);
  const rows = await read<SearchedTexts & { id: string }>(texts.sql, [...texts.parameters]);
  return new Map(rows.map(({ id, ...rest }) => [id, termsOf(rest, noun.mostTerms)]));
}

/** Puts statements together, and runs none. */
const compiler = new Kysely({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new PostgresIntrospector(db),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});
