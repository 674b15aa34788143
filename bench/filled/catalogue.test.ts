import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { indexWords } from '../../test/index-words.ts';
import { inAllAccounts } from './catalogue-tables.ts';
import { accounts } from './facts.ts';
import { catalogueFilling } from './fill-catalogue.ts';

const own = testDatabase();
const products = 1_000;

const both = (select: (record: string) => string) => `${select('product')} union all ${select('connector_product')} order by 1, 2, 3, 4`;

test('filling a catalogue by sets gives the words that the product gives', async () => {
  await catalogueFilling.fill(own.url, products, new Date().toISOString());
  const written = async () => [
    await own.sql(both((record) => `select '${record}', account_id, record_id, terms from ${record}_term_sets`)),
    await own.sql(both((record) => `select '${record}', account_id, record_id, term from ${record}_terms`)),
  ];
  const filled = await written();
  expect(filled[0]).toHaveLength(2 * inAllAccounts(products));
  expect(await own.sql('select from words_due')).toEqual([]);
  await own.sql('truncate product_terms, product_term_sets, connector_product_terms, connector_product_term_sets');
  await own.sql(`insert into words_due (account_id, noun, record_ids) select account_id, 'products', array_agg(id) from products group by 1
    union all select account_id, 'connector_products', array_agg(id) from connector_products group by 1`);
  for (let account = 1; account <= accounts; account++) await indexWords(own, account);
  expect(await written()).toEqual(filled);
});
