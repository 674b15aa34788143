import { expect, test } from 'vitest';
import { testWeb } from './web.ts';

const own = testWeb();

/** Of each table without an account: the version and place of every row, which any write changes. */
async function rowsOfShared(): Promise<Record<string, string | null>> {
  const tables = await own.sql<{ name: string }>(
    `select c.relname as name from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
       and not exists (select from pg_attribute a where a.attrelid = c.oid and a.attname = 'account_id')`,
  );
  const rows = await own.sql<{ name: string; rows: string | null }>(
    tables
      .map(({ name }) => `select '${name}' as name, string_agg(xmin || ' ' || ctid, ',' order by ctid) as rows from ${name}`)
      .join(' union all '),
  );
  return Object.fromEntries(rows.map(({ name, rows }) => [name, rows]));
}

test('ordinary requests write no table that accounts share', async () => {
  const person = await own.person(await own.account(), 'account_admin');
  await own.sql("update sessions set updated_at = now() - interval '1 hour', expires_at = now() + interval '12 days'");
  const before = await rowsOfShared();
  expect(Object.keys(before)).toEqual(expect.arrayContaining(['users', 'sessions', 'accounts']));
  const replies = [
    await own.as(person, { url: '/api/departments' }),
    await own.as(person, { url: '/api/orders' }),
    await own.as(person, { method: 'POST', url: '/api/departments', payload: { name: 'Returns' } }),
  ];
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 200, 201]);
  expect(await rowsOfShared()).toEqual(before);
  await own.web.parts.uses.flush();
  const after = await rowsOfShared();
  expect(
    Object.keys(after)
      .filter((name) => after[name] !== before[name])
      .toSorted(),
  ).toEqual(['last_visits', 'sessions']);
});
