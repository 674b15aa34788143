import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { sayRestored } from './by-hand.ts';

const own = testDatabase();

test('after a restore no record is given an id that another system may have of one that was lost', async () => {
  const next = async (table: string) =>
    Number((await own.sql<{ id: string }>(`select nextval(pg_get_serial_sequence($1, 'id')) as id`, [table]))[0]?.id);
  await own.sql(`select setval(pg_get_serial_sequence('order_lines', 'id'), 40000000)`);
  const given = await next('orders');
  await sayRestored(own.database);
  expect(await next('orders')).toBeGreaterThan(given + 1_000_000);
  expect(await next('order_lines')).toBe(45_000_001);
  expect(await next('support_tickets')).toBeGreaterThan(1_000_000);
});
