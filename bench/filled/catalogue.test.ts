import { expect, test } from 'vitest';
import { indexItems } from '../../app/nouns/catalogue/words/index-items.ts';
import { testDatabase } from '../../test/database.ts';
import { inAllAccounts } from './catalogue-tables.ts';
import { accounts } from './facts.ts';
import { catalogueFilling } from './fill-catalogue.ts';

const own = testDatabase();
const products = 1_000;

test('filling a catalogue by sets gives the words that the product gives', async () => {
  await catalogueFilling.fill(own.url, products, new Date().toISOString());
  const written = async () => [
    await own.sql('select account_id, list, item_id, terms from catalogue_term_sets order by 1, 2, 3'),
    await own.sql('select account_id, list, item_id, term from catalogue_terms order by 1, 2, 3, 4'),
  ];
  const filled = await written();
  expect(filled[0]).toHaveLength(2 * inAllAccounts(products));
  expect(await own.sql('select from catalogue_terms_due')).toEqual([]);
  await own.sql('truncate catalogue_terms, catalogue_term_sets');
  await own.sql(`insert into catalogue_terms_due (account_id, list, item_ids) select account_id, 0, array_agg(id) from products group by 1
    union all select account_id, connection_id, array_agg(id) from connector_products group by 1, 2`);
  for (let account = 1; account <= accounts; account++) await indexItems(own.database, account, new AbortController().signal);
  expect(await written()).toEqual(filled);
});
