import { expect, test } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { indexWords } from '../../test/index-words.ts';
import { accounts, inAll } from './facts.ts';
import { fill } from './fill.ts';

const orders = 1_000;
/** The 7th and the 1,007th: they have no words. */
const deletedOnes = 2;
const own = testDatabase();

test('filling by sets gives the words and counts that the product gives order by order', async () => {
  await fill(own.url, orders, new Date().toISOString());
  const filled = await written();
  expect(filled.words).toHaveLength(inAll(orders) - deletedOnes);
  expect(filled.issues.length).toBeGreaterThan(1);
  expect(filled.flow.length).toBeGreaterThan(3);
  await everyKeyIsThere();

  await own.sql('truncate order_terms, order_term_sets, order_tallies, order_days, order_totals, order_places, issue_tallies');
  await own.sql(`insert into words_due (account_id, noun, record_ids) select account_id, 'orders', array_agg(id) from orders group by 1`);
  for (let account = 1; account <= accounts; account++) await indexWords(own, account);
  // The product's own triggers, run once over all rows.
  await own.sql(`update orders set deleted_at = coalesce(deleted_at, 'infinity')`);
  await own.sql('truncate order_tallies, order_days, order_totals, order_places');
  await own.sql(`update orders set deleted_at = nullif(deleted_at, 'infinity')`);
  await own.sql(`update issues set closed_at = now()`);
  await own.sql('truncate issue_tallies');
  await own.sql(`update issues set closed_at = null`);
  await own.sql('truncate flow_tallies');
  await own.sql('create table kept as select * from order_events; truncate order_events cascade');
  await own.sql('insert into order_events overriding system value select * from kept order by id; drop table kept');
  await own.sql('select fold_tallies(id) from accounts');
  const product = await written();

  expect(filled.words).toEqual(product.words);
  expect(filled.terms).toEqual(product.terms);
  expect(filled.days).toEqual(product.days);
  expect(filled.totals).toEqual(product.totals);
  expect(filled.places).toEqual(product.places);
  expect(filled.issues).toEqual(product.issues);
  expect(filled.flow).toEqual(product.flow);
});

async function written() {
  const rows = async (text: string) =>
    (await own.sql<{ row: string }>(`select (${text.split(' from ')[0]})::text as row from ${text.split(' from ')[1]}`)).map(
      ({ row }) => row,
    );
  return {
    words: await rows('(account_id, record_id, terms) from order_term_sets order by 1'),
    terms: await rows('(account_id, term, record_id) from order_terms order by 1'),
    days: await rows('to_jsonb(t) from order_days t order by 1'),
    totals: await rows('to_jsonb(t) from order_totals t order by 1'),
    places: await rows('to_jsonb(t) from order_places t order by 1'),
    flow: await rows(`to_jsonb(t) - 'id' from flow_tallies t order by 1`),
    issues: await rows(`to_jsonb(t) - 'id' from issue_tallies t order by 1`),
  };
}

/** Validates the foreign keys of rows that were inserted without a check. */
async function everyKeyIsThere() {
  const keys = await own.sql<{ validate: string }>(
    `update pg_constraint set convalidated = false where contype = 'f' and connamespace = 'public'::regnamespace
    returning format('alter table %s validate constraint %I', conrelid::regclass, conname) as validate`,
  );
  for (const { validate } of keys) await own.sql(validate);
}
