import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { testDatabase } from '../database.ts';
import { mixedAtMost, unreadAtMost } from './open.ts';
import { parse } from './parse.ts';
import { readTemplates } from './templates.ts';
import { unboundTables } from './unbound.ts';
import { uncalledIn } from './uncalled.ts';

const root = join(import.meta.dirname, '../..');
const own = testDatabase();
const templates = (await readTemplates(root)).map((template) => ({ ...template, parsed: parse(template) }));
const schema = await readFile(join(root, 'db/schema.sql'), 'utf8');
const tenantTables = new Set([...schema.matchAll(/CALL make_tenant_table\('(\w+)'\)/g)].map(([, table = '']) => table));

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
  '42725 app/nouns/order-flow/release/former/send-rest.ts',
  '42P18 app/nouns/order-flow/release/holding/hold.ts',
  '42725 app/nouns/order-flow/shipping/second-parcel/send.ts',
  '42P18 app/nouns/orders/bulk/archive-and-delete.ts',
  '42P18 app/nouns/purchase-orders/import/change.ts',
  '42804 app/screens/import-export/imports/checking/repeated.ts',
];

test('the database knows every table, column and function of the statements that are run as they are written', async () => {
  const whole = templates.filter(({ path, isWhole, parts: [begin = ''], parsed }) => {
    return isWhole && parsed?.isPlain && /^\s*(select|insert|update|delete|with)\b/i.test(begin) && !withParts.includes(path);
  });
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
