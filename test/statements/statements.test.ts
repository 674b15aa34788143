import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { placeOf } from '../../bin/distribute/places.ts';
import { testDatabase } from '../database.ts';
import { citusUrl, createDistributed } from '../nodes/cluster.ts';
import { refusedByNodes } from './many-nodes.ts';
import { mixedAtMost, unreadAtMost } from './open.ts';
import { type Parsed, parse } from './parse.ts';
import { openNodes } from './run-on-nodes.ts';
import { readTemplates } from './templates.ts';
import { unboundTables } from './unbound.ts';
import { uncalledIn } from './uncalled.ts';

const root = join(import.meta.dirname, '../..');
const own = testDatabase();
const templates = (await readTemplates(root)).map((template) => ({ ...template, parsed: parse(template) }));
const schema = await readFile(join(root, 'db/schema.sql'), 'utf8');
const tenantTables = new Set([...schema.matchAll(/CALL make_tenant_table\('(\w+)'\)/g)].map(([, table = '']) => table));
const coordinatorTables = new Set(
  [...schema.matchAll(/^CREATE TABLE (\w+)/gm)]
    .map(([, name = '']) => name)
    .filter((name) => placeOf({ name, hasAccount: tenantTables.has(name) }) === 'coordinator'),
);

test('the parser reads the statements of the product', () => {
  expect(templates.length).toBeGreaterThan(1_500);
  expect(tenantTables.size).toBeGreaterThan(80);
  expect(templates.filter(({ parsed }) => !parsed).length).toBeLessThanOrEqual(unreadAtMost);
});

test('each table that a statement reads or changes is bound to the account by a value of its own', () => {
  const unbound = templates.flatMap(({ path, line, parsed }) =>
    parsed ? unboundTables(parsed.tree, tenantTables).map((table) => `${path}:${line}: ${table}`) : [],
  );
  expect(unbound).toEqual([]);
});

const mutableFunctions = () =>
  own.sql<{ proname: string }>(
    `select proname from pg_proc where pronamespace in ('pg_catalog'::regnamespace, 'public'::regnamespace)
     group by proname having bool_and(provolatile <> 'i')`,
  );

test('a database of several nodes would refuse no statement', async () => {
  const known = { tenantTables, coordinatorTables, mutable: new Set((await mutableFunctions()).map(({ proname }) => proname)) };
  const refused = templates.flatMap(({ path, line, parsed }) =>
    parsed ? refusedByNodes(parsed.tree, known).map((why) => `${path}:${line}: ${why}`) : [],
  );
  expect(refused).toEqual([]);
});

test.each([
  ['insert into orders (account_id) select 1', ['insert … select without returning']],
  ['insert into orders (account_id) select 1 returning 1', []],
  ['insert into orders (account_id) select 1 on conflict do nothing', []],
  ['insert into orders (account_id) values (1)', []],
  ['insert into orders (account_id) values ((select 1))', ['a subquery within values']],
  ['with o as (insert into orders (account_id) select 1) select', ['insert … select without returning']],
  ['insert into accounts (id) select 1', []],
  ['update orders set ended_at = now()', []],
  ['update orders set ended_at = coalesce(ended_at, now())', ['not immutable in case or coalesce']],
  ['update orders set ended_at = (select coalesce(ended_at, now()))', []],
  ['delete from orders where case when ended_at < now() then true end', ['not immutable in case or coalesce']],
  ['update orders set due_at = now() + make_interval(secs => seconds)', ['not immutable of a column']],
  ['update orders set due_at = (select now() + make_interval(secs => seconds))', []],
  ['update orders set name = to_char(number)', ['not immutable of a column']],
  ['update orders set name = lower(name)', []],
  ['update orders set ended_at = clock_timestamp()', ['volatile']],
  ['update orders set ended_at = (select clock_timestamp())', []],
  ['update orders set group_id = (select coalesce(group_id, nextval($1)))', ['volatile']],
  ['update orders set ended_at = null returning due_at < now()', ['not immutable in returning']],
  ['update orders set ended_at = null returning old.id', []],
  ['insert into orders values (1) on conflict (id) do update set ended_at = now()', ['not immutable in on conflict']],
  ['insert into orders values (1) on conflict (id) do update set ended_at = excluded.ended_at', []],
  [
    "insert into orders values (1) on conflict (id) do update set id = 1 where due_at < x + interval '1 day'",
    ['not immutable in on conflict'],
  ],
  ['select exists (select from installation) from orders', ['a subquery without columns beside a table of the coordinator']],
  ['select exists (select 1 from installation) from orders', []],
  [
    'select exists (select from orders where number = 1) from installation',
    ['a subquery without columns beside a table of the coordinator'],
  ],
  ['select from orders where exists (select from issues)', []],
  [
    'with a as (select 1), b as (select from orders join a on true for update), c as (insert into issues values (1)) select',
    ['rows locked by what another part found, beside an insert'],
  ],
  ['with a as (select 1), b as (select from orders join a on true for update) select', []],
  ['delete from orders where (id, number) in (select id, number from issues limit 1)', ['several columns in a selection with a limit']],
  ['delete from orders where id in (select id from issues limit 1)', []],
])('several nodes refuse “%s” because of %j', async (text, refused) => {
  const known = { tenantTables, coordinatorTables, mutable: new Set(['now', 'to_char', 'clock_timestamp', 'nextval']) };
  const parsed = parse({ parts: [text] });
  expect(parsed && refusedByNodes(parsed.tree, known)).toEqual(refused);
});

test('a file writes its statements with the builder, or by hand', () => {
  const mixed = new Set(templates.filter(({ isWhole, isBesideBuilder }) => isWhole && isBesideBuilder).map(({ path }) => path));
  expect(mixed.size, [...mixed].join('\n')).toBeLessThanOrEqual(mixedAtMost);
});

/** COPY takes no parameters: what it reads has its account as a literal. */
const byHand = /account_id = \$\{(?!sql\.lit)|'account_id', '='/g;

test('nobody writes the condition on the account by hand', async () => {
  const found: string[] = [];
  for await (const path of glob('{app,platform}/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.(?:test|e2e)\.tsx?$/.test(path) || path === 'platform/in-account.ts') continue;
    const count = [...(await readFile(join(root, path), 'utf8')).matchAll(byHand)].length;
    found.push(...Array<string>(count).fill(path));
  }
  expect(found).toEqual([]);
});

test.each([
  ['select from orders o where o.account_id = $1 and o.id = $2', []],
  ['select from orders where account_id = $1', []],
  ['select from orders where id = $1', ['orders']],
  ['select from orders o join issues i on i.account_id = o.account_id where o.account_id = $1', ['issues']],
  ['select from orders o join issues i on i.account_id = $1 and i.order_id = o.id where o.account_id = $1', []],
  ['select from orders o join issues i using (account_id) where o.account_id = $1', ['issues']],
  ['select from orders o where o.account_id = $1 and exists (select from issues i where i.account_id = o.account_id)', ['issues']],
  ['update orders o set revision = 1 from issues i where o.account_id = $1 and i.account_id = $1::bigint', []],
  ['delete from orders o using issues i where i.account_id = $1', ['orders']],
  ['with orders as (select from issues where account_id = $1) select from orders', []],
  ['select from orders where account_id = $1 or id = $2', ['orders']],
  ['select from orders where account_id = $1 union all select from issues union all select from runs', ['issues', 'runs']],
  ['select from accounts where id = $1', []],
])('of “%s” %j are not bound', (text, unbound) => {
  const parsed = parse({ parts: [text] });
  expect(parsed && unboundTables(parsed.tree, tenantTables)).toEqual(unbound);
});

test('no function stands in a gap of a statement without being called', async () => {
  const found: string[] = [];
  for await (const path of glob('{app,platform}/**/*.{ts,tsx}', { cwd: root })) {
    if (/\.(?:test|e2e)\.tsx?$/.test(path)) continue;
    const text = await readFile(join(root, path), 'utf8');
    if (/\bsql[<`]/.test(text)) found.push(...(await uncalledIn(root, path, text)).map((place) => `${path}:${place}`));
  }
  expect(found).toEqual([]);
});

const withGap = (gap: string) => `sql\`select \${${gap}}\``;
const declared = 'const open = (alias: string) => sql`x`; const closed = sql`y`; function all() {}\n';
test.each([
  [withGap('open'), ['2: open']],
  [withGap("open('o')"), []],
  [withGap('closed'), []],
  [withGap('() => 1'), ['2: a function']],
  [withGap('isWide ? all : closed'), ['2: a function']],
  [`const read = ({ open }) => ${withGap('open')}`, []],
])('in %s these are not called: %j', async (statement, uncalled) => {
  expect(await uncalledIn(root, 'app/any.ts', declared + statement)).toEqual(uncalled);
});

test('what another file declares is known as a function there', async () => {
  const text = `import { inAccount } from '../platform/in-account.ts';\n${withGap('inAccount')}`;
  expect(await uncalledIn(root, 'app/any.ts', text)).toEqual(['2: inAccount']);
});

/** In their gaps stand parts of statements, though values would be right there too. */
const withParts = ['app/nouns/order-flow/lines/lines.ts', 'app/nouns/orders/words/order-words.ts', 'app/shared/views/queries.ts'];

/** In a gap of each of these stands a part of a statement, so that a value there has no type, or another. */
const untyped = [
  '42804 app/base/changes/record.ts',
  '42P18 app/nouns/order-flow/erasing/due.ts',
  '42883 app/nouns/order-flow/erasing/due.ts',
  '42P18 app/nouns/order-flow/release/adopting/composed.ts',
  '42804 app/nouns/order-flow/release/adopting/not-there.ts',
  '42P18 app/nouns/order-flow/release/holding/hold.ts',
  '42725 app/nouns/order-flow/release/stock/needs.ts',
  '42P18 app/nouns/orders/bulk/archive-and-delete.ts',
  '42P18 app/nouns/purchase-orders/import/change.ts',
  '42804 app/screens/import-export/imports/checking/repeated.ts',
];

const whole = templates.filter(({ path, isWhole, parts: [begin = ''], parsed }) => {
  return isWhole && parsed?.isPlain && /^\s*(select|insert|update|delete|with)\b/i.test(begin) && !withParts.includes(path);
});

test('the database knows every table, column and function of the statements that are run as they are written', async () => {
  expect(whole.length).toBeGreaterThan(500);
  const wrong: string[] = [];
  for (const [n, { path, line, parsed }] of whole.entries()) {
    const error = await own.sql(`prepare statement_${n} as ${parsed?.text}`).then(
      () => undefined,
      (failure: { code: string; message: string }) => failure,
    );
    if (error && !untyped.includes(`${error.code} ${path}`)) wrong.push(`${path}:${line}: ${error.message}`);
  }
  expect(wrong).toEqual([]);
});

// Skipped without CITUS_URL: see test/nodes/cluster.ts.
describe.skipIf(!citusUrl)('a database of several nodes, at CITUS_URL', () => {
  test('runs every statement that is run as it is written, and on one shard', { timeout: 900_000 }, async () => {
    const { url, drop } = await createDistributed();
    onTestFinished(drop);
    const nodes = await openNodes(url);
    const wrong: string[] = [];
    for (const { path, line, parsed } of whole) {
      if (untyped.some((each) => each.endsWith(` ${path}`))) continue;
      const { refused, tasks } = await nodes.run(parsed as Parsed);
      if (refused !== null || tasks > 1) wrong.push(`${path}:${line}: ${refused ?? `${tasks} shards`}`);
    }
    await nodes.close();
    expect(wrong).toEqual([]);
  });
});
