import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testDatabase } from '../test/database.ts';
import { withLiterals } from './account-parameter.ts';
import { inAccount, type OfAccount } from './in-account.ts';
import { preparedRead } from './prepared.ts';
import { withoutPerson } from './tenant.ts';

const own = testDatabase();
const accountId = 7;
const joined = (account: OfAccount, id: number) => sql<{ id: number }>`
  select o.id from orders o join order_lines l on ${inAccount(account, 'l')} and l.order_id = o.id
  where o.id = ${id} and ${inAccount(account, 'o')} and exists (select from connections where ${inAccount({ accountId: 8 })})`;

test('a statement has one parameter for an account, however many tables it binds', async () => {
  const compiled = await withoutPerson(own.database, accountId, async ({ db }) => [
    joined({ accountId }, 1).compile(db),
    joined({ accountId }, 2).compile(db),
  ]);
  expect(compiled.map(({ parameters }) => parameters)).toEqual([
    [7, 1, 8],
    [7, 2, 8],
  ]);
  expect(compiled[0]?.sql).toContain('"l".account_id = $1 and l.order_id = o.id\n  where o.id = $2 and "o".account_id = $1 and');
  expect(compiled[0]?.sql).toContain('from connections where account_id = $3');
});

test('a prepared read names the account once', async () => {
  const read = preparedRead<{ id: number; mine: number }, [number]>(
    (account, id) =>
      sql`select ${id}::int as id, count(*)::int as mine from connections where ${inAccount(account)}
        and ${inAccount(account, 'connections')}`,
  );
  expect(await withoutPerson(own.database, accountId, (tenant) => read(tenant, 3))).toEqual([{ id: 3, mine: 0 }]);
});

test('for COPY the values stand in the text', () => {
  expect(withLiterals(sql`select from orders o where ${inAccount({ accountId }, 'o')} and o.city = ${"O'Fallon"} and o.id > ${5}`)).toBe(
    `select from orders o where "o".account_id = 7 and o.city = 'O''Fallon' and o.id > 5`,
  );
});
