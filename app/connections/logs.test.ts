import { expect, test } from 'vitest';
import { addConnection } from '../../test/shop/rows.ts';
import { type Person, testWeb } from '../../test/web.ts';

const own = testWeb();

test('a log gives its newest entries, older ones from a place on, newer ones after a place, and those of one kind', async () => {
  const accountId = await own.account();
  const reader = await own.person(accountId);
  const id = await addConnection(own, accountId);
  await exchanges(accountId, id, ['list_orders', 'read_stock', 'mark_as_shipped']);
  const [ships, stock, lists] = await entries(reader, `${id}/0`);
  expect([ships, stock, lists].map((entry) => entry?.action)).toEqual(['mark_as_shipped', 'read_stock', 'list_orders']);
  expect(await entries(reader, `${id}/0?before=${stock?.id}`)).toEqual([lists]);
  expect(await entries(reader, `${id}/0?after=${stock?.id}`)).toEqual([ships]);
  expect(await entries(reader, `${id}/0?after=${ships?.id}`)).toEqual([]);
  expect(await entries(reader, `${id}/3`)).toEqual([ships, lists]);
  expect(await entries(reader, `${id}/6`)).toEqual([stock]);
});

test('for another account there is no such log', async () => {
  const accountId = await own.account();
  const id = await addConnection(own, accountId);
  await exchanges(accountId, id, ['list_orders']);
  const stranger = await own.person(await own.account());
  expect((await own.as(stranger, { url: `/api/connector-logs/${id}/0` })).statusCode).toBe(404);
});

async function entries(person: Person, path: string): Promise<{ id: number; action: string }[]> {
  return (await own.as(person, { url: `/api/connector-logs/${path}` })).json();
}

async function exchanges(accountId: number, connectionId: number, operations: string[]): Promise<void> {
  await own.sql(
    `insert into exchanges (account_id, connection_id, operation, method, url, status, took_ms, outcome)
     select $1, $2, operation, 'GET', 'https://example.com', 200, 12, 'ok' from unnest($3::text[]) as operation`,
    [accountId, connectionId, operations],
  );
}
