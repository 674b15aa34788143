import { expect, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { sizes } from './sizes.ts';

const own = testDatabase();

test('it says what tables and indexes take, all in all and an order', async () => {
  await own.sql(`insert into accounts (name) values ('Acme')`);
  expect(await sizes({ databaseUrl: own.url })).toMatch(/^all +\d+\.\d +–$/m);
  // What ANALYZE would write, without so many orders.
  await own.sql(`update pg_class set reltuples = 1000 where relname = 'orders'`);
  const [{ bytes = '' } = {}] = await own.sql<{ bytes: string }>(`select pg_relation_size('outbox_pkey')::text as bytes`);
  const text = await sizes({ databaseUrl: own.url });
  expect(text).toMatch(/^orders +1000 +\d+\.\d +\d+$/m);
  expect(text).toContain(`  outbox_pkey`);
  expect(text).toMatch(new RegExp(`^ {2}outbox_pkey +\\d+\\.\\d +${Math.round(Number(bytes) / 1000)}$`, 'm'));
});
