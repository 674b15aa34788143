import { expect, test } from 'vitest';
import { graphOf } from './graph.ts';
import { rules } from './rules.ts';

const tables = {
  'db/tables.ts':
    'export interface Orders {\n  customer_name: string;\n  id: Generated<number>;\n}\nexport interface DB {\n  orders: Orders;\n}\n',
};

/** For each rule a graph that breaks it and a similar one that does not, so that a pass of the project means something. */
const cases: [rule: string, broken: Record<string, string>, fine: Record<string, string>][] = [
  [
    'platform imports nothing of ours',
    { 'platform/log.ts': "import { order } from '../app/orders/order.ts';" },
    { 'platform/log.ts': "import { env } from './env.ts';\nimport type { DB } from '../db/tables.ts';" },
  ],
  [
    'a connector imports the contract, the HTTP core and its own folder',
    { 'connectors/shopify/client.ts': "import { x } from '../amware/client.ts';" },
    {
      'connectors/shopify/client.ts':
        "import { x } from '../contract.ts';\nimport { y } from '../http/limits.ts';\nimport { z } from './wire.ts';",
    },
  ],
  [
    'the connectors know nothing of the product',
    { 'connectors/http.ts': "import { x } from '../app/sync/run.ts';" },
    { 'connectors/http.ts': "import { x } from '../platform/clock.ts';" },
  ],
  [
    'the product never knows that it talks to a sandbox, nor the sandbox the product',
    { 'app/screens/demo/seed.ts': "import { x } from '../../../sandbox/main.ts';" },
    { 'app/screens/demo/seed.test.ts': "import { x } from '../../../sandbox/main.ts';" },
  ],
  [
    'the product never knows that it talks to a sandbox, nor the sandbox the product',
    { 'sandbox/main.ts': "import { x } from '../app/orders/order.ts';" },
    { 'sandbox/main.ts': "import { x } from './clock.ts';" },
  ],
  [
    'a feature never uses another one’s pages, widgets or api',
    { 'app/orders/commands.ts': "import { x } from '../products/api.ts';" },
    { 'app/orders/commands.ts': "import { x } from '../products/commands.ts';\nimport { y } from './api.ts';" },
  ],
  [
    'a feature never uses another one’s pages, widgets or api',
    { 'app/orders/list-page.tsx': "import { x } from '../products/widgets/picker.tsx';" },
    { 'app/orders/list-page.tsx': "import { x } from '../ui/widgets/picker.tsx';\nimport { y } from './widgets/row.tsx';" },
  ],
  [
    'a widget imports contracts, rules, ui and widgets',
    { 'app/orders/widgets/hold.tsx': "import { hold } from '../commands.ts';" },
    { 'app/orders/widgets/hold.tsx': "import { hold } from '../contract.ts';\nimport { next } from '../order.ts';" },
  ],
  [
    'a connection whose end nobody hears of would end the process: platform/steady.ts opens it, or is given the pool',
    { 'platform/db.test.ts': 'const pool = new pg.Pool({ max: 1 });' },
    { 'platform/db.test.ts': 'const pool = steadyPool(\n  new pg.Pool({ max: 1 }),\n);' },
  ],
  [
    'a connection whose end nobody hears of would end the process: platform/steady.ts opens it, or is given the pool',
    { 'bin/sizes.ts': 'const client = new pg.Client({ connectionString: url });' },
    { 'bin/sizes.ts': 'const client = steadyClient(url);' },
  ],
  [
    'what widgets read is the page’s own: the hooks that read are those of app/ui/hooks/use-query.ts',
    { 'app/ui/form/field.tsx': "import { keepPreviousData, useQuery } from '@tanstack/react-query';" },
    {
      'app/ui/form/field.tsx':
        "import { keepPreviousData } from '@tanstack/react-query';\nimport { useQuery } from '../hooks/use-query.ts';",
    },
  ],
  [
    'what a widget reaches runs in a browser',
    {
      'app/nouns/order-flow/widgets/hold.tsx': "import { next } from '../order.ts';",
      'app/nouns/order-flow/order.ts': "import { createHash } from 'node:crypto';",
    },
    {
      'app/nouns/order-flow/widgets/hold.tsx': "import { next } from '../order.ts';",
      'app/nouns/order-flow/order.ts': "import type pg from 'pg';",
    },
  ],
  [
    'the web process reaches no other system itself',
    {
      'app/web.ts': "import { apis } from './api.ts';",
      'app/api.ts': "import { send } from '../connectors/http.ts';",
      'connectors/http.ts': "import { request } from './http/transport.ts';",
    },
    {
      'app/web.ts': "import { apis } from './api.ts';",
      'app/api.ts': "import type { Sent } from '../connectors/http/transport.ts';",
      'app/worker.ts': "import { request } from '../connectors/http/transport.ts';",
    },
  ],
  [
    'the web process reaches no other system itself',
    {
      'app/routes.ts': "route('orders', 'orders/list.ts')",
      'app/orders/list.ts': "import { request } from '../../connectors/http/transport.ts';",
    },
    { 'app/routes.ts': '', 'app/orders/list.ts': "import { request } from '../../connectors/http/transport.ts';" },
  ],
  [
    'nobody else opens a connection to another system',
    { 'app/orders/commands.ts': "await fetch('https://shop.example');", 'platform/pull.ts': "import { get } from 'node:https';" },
    { 'platform/call.ts': 'await fetch(path);', 'connectors/http/transport.ts': "import { request } from 'node:https';" },
  ],
  [
    'code that runs without a build reaches no page and no style',
    { 'app/worker.ts': "import { x } from './jobs.ts';", 'app/jobs.ts': "import './list.css';" },
    { 'app/worker.ts': "import { x } from './jobs.ts';", 'app/orders/list-page.tsx': "import './list.css';" },
  ],
  [
    'platform imports nothing of ours',
    { 'platform/deep/log.ts': "import { order } from '../../app/nouns/order-flow/order.ts';", 'platform/log.test.ts': '' },
    {
      'platform/log.test.ts': "import { testDatabase } from '../test/database.ts';",
      'test/database.ts': "import { a } from '../app/a.ts';",
    },
  ],
  [
    'nobody but platform/tenant.ts reaches the connection pool',
    { 'app/orders/queries.ts': 'await database.pool.query(text)' },
    { 'platform/tenant.ts': 'await database.pool.connect()', 'app/orders/queries.ts': 'await tenant.db.selectFrom(name)' },
  ],
  [
    'nobody but app/shared/outbox writes to the outbox',
    { 'app/orders/release.ts': 'await sql`insert into\n outbox (account_id) select 1`' },
    {
      'app/shared/outbox/queue.ts': 'await sql`insert into outbox (account_id) select 1`',
      'app/orders/queries.ts': 'select from outbox x',
    },
  ],
  [
    'the database driver is used by the platform and the queue alone',
    { 'app/orders/queries.ts': "import pg from 'pg';" },
    { 'app/orders/queries.ts': "import type pg from 'pg';", 'platform/db.ts': "import pg from 'pg';" },
  ],
  [
    'every loader says who may load it',
    { 'app/runs/list-page.tsx': 'export async function loader({ context }: LoaderFunctionArgs) {}' },
    { 'app/runs/list-page.tsx': "export const loader = page('work', ({ tenant }) => listRuns(tenant));" },
  ],
  [
    'every loader says who may load it',
    { 'app/runs/list-page.tsx': 'const loader = () => 1;\nexport { loader };' },
    { 'app/runs/list-page.tsx': "import { loaders } from './loaders.ts';", 'app/shared/runs/run.ts': 'export const loaders = 1;' },
  ],
  [
    'every loader says who may load it',
    { 'app/runs/list-page.tsx': "export const loader = page('work', list);\nexport const action = async () => 1;" },
    { 'app/runs/list-page.tsx': 'export const actions = 1;' },
  ],
  [
    'the address of a page is typed',
    { 'app/routes.ts': "route('runs/:id', 'runs/detail-page.tsx'),", 'app/runs/list-page.tsx': '<Link to={`/runs/7?edit=1`}>' },
    {
      'app/routes.ts': "route('runs/:id', 'runs/detail-page.tsx'),",
      'app/runs/list-page.tsx': "<Link to={href('/runs/:id', { id })}>",
      'app/shared/runs/contract.ts': "'/api/runs/:id', '/runs/:id/file'",
    },
  ],
  [
    'nobody but app/shared/issues/commands.ts writes issues',
    { 'app/nouns/order-flow/release/release.ts': 'await sql`\n  update issues i set closed_at = now()`' },
    {
      'app/shared/issues/commands.ts': 'await sql`insert into issues (type)`',
      'app/nouns/order-flow/settle.ts': 'await sql`select from issues`',
    },
  ],
  [
    'nobody but app/shared/issues/commands.ts writes issues',
    { 'app/nouns/order-flow/release/release.ts': "await tenant.db.insertInto('issues').values(row)" },
    {
      'app/nouns/order-flow/release/release.ts': "await tenant.db.selectFrom('issues')",
      'app/a.ts': 'await sql`update issues_seen set n = 1`',
    },
  ],
  [
    'the primary button is the last of its form or dialog, at the right',
    {
      'app/orders/a.tsx': '<Stack>\n  <SubmitButton run={() => save(true)}>Save</SubmitButton>\n</Stack>',
      'app/orders/b.tsx':
        '<FormButtons>\n  <SubmitButton busy>Save</SubmitButton>\n  <Button variant="default">Cancel</Button>\n</FormButtons>',
      'app/orders/c.tsx': '<Group justify="flex-end">',
    },
    {
      'app/orders/a.tsx':
        '<FormButtons>\n  <Button variant="default">No</Button>\n  <SubmitButton run={() => save(true)}>Save</SubmitButton>\n</FormButtons>',
      'app/orders/b.tsx':
        '<SubmitButton busy={busy} fullWidth>Sign in</SubmitButton><SubmitButton variant="default" run={go}>Test</SubmitButton>',
    },
  ],
  [
    'the type of a column comes from its table',
    { ...tables, 'app/orders/queries.ts': 'sql<\n  { id: number; total: number }\n>`select o.id, count(*) as total from orders o`' },
    {
      ...tables,
      'app/orders/queries.ts': "sql<Columns<'orders', 'id'> & { total: number }>`select o.id, count(*) as total from orders o`",
    },
  ],
  [
    // Declared beside the statement, and renamed in it.
    'the type of a column comes from its table',
    { ...tables, 'app/orders/queries.ts': 'type Row = { who: string | null };\nsql<Row>`select o.customer_name as who from orders o`' },
    {
      ...tables,
      'app/orders/queries.ts':
        "type Row = { who: Column<'orders', 'customer_name'> };\nsql<Row>`select o.customer_name as who from orders o`;\n" +
        'sql<{ id: number }>`select max(o.id) as id from orders o`; sql<{ id: number }>`select id from unnest($1::bigint[]) as id`',
    },
  ],
  [
    // Beneath the driver, where the statement is a constant.
    'the type of a column comes from its table',
    { ...tables, 'app/people/accounts/people.ts': 'await query<{ id: number }>(newest);\nconst newest = `select id from orders`;' },
    { ...tables, 'app/people/accounts/people.ts': "await query<Columns<'orders', 'id'>>('select id from orders')" },
  ],
  [
    'no cycles',
    {
      'app/a.ts': "import { b } from './b.ts';",
      'app/b.ts': "export { c } from './c.ts';",
      'app/c.ts': "const a = await import('./a.ts');",
    },
    { 'app/a.ts': "import { b } from './b.ts';", 'app/b.ts': "// import { a } from './a.ts';" },
  ],
  [
    'no cycles',
    { 'app/a.ts': "import { b } from './b.ts';", 'app/b.ts': "import type { A } from './a.ts';" },
    { 'app/a.ts': "import { b } from './b.ts';", 'app/b.ts': "import type { C } from './c.ts';" },
  ],
  [
    'a folder imports only from those below it',
    { 'app/shared/runs/run.ts': "import type { Order } from '../../nouns/order-flow/order.ts';" },
    { 'app/nouns/orders/finding/rows.ts': "import type { Run } from '../../../shared/runs/run.ts';\nimport { x } from './filter.ts';" },
  ],
  [
    'a folder imports only from those below it',
    { 'app/nouns/order-flow/release/holding/hold.ts': "const list = await import('../../../orders/list/queries.ts');" },
    { 'app/nouns/orders/list/queries.ts': "import { hold } from '../../order-flow/release/holding/hold.ts';" },
  ],
  [
    'no circles of folders',
    {
      'app/nouns/orders/list/rows.ts': "import { a } from '../export/a.ts';",
      'app/nouns/orders/export/b.ts': "import type { R } from '../finding/r.ts';",
      'app/nouns/orders/finding/r.ts': "import type { S } from '../list/widgets/s.ts';",
    },
    {
      'app/nouns/orders/list/rows.ts': "import { a } from '../export/a.ts';\nimport { all } from '../all.ts';",
      'app/nouns/orders/all.ts': "import { s } from './list/widgets/s.ts';",
    },
  ],
  [
    'every folder of the product has a place in the order',
    { 'app/gadgets/list-page.tsx': '' },
    { 'app/nouns/order-flow/contract/orders.ts': '', 'app/web.ts': '' },
  ],
  [
    'no folder shows more than twenty entries',
    Object.fromEntries(Array.from({ length: 21 }, (_, at) => [`app/nouns/orders/list/part-${at}.ts`, ''])),
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`app/nouns/orders/list/${at % 20}/part-${at}.ts`, ''])),
  ],
  [
    'no barrels',
    { 'app/orders/index.ts': "export * from './order.ts';\nexport { x } from './y.ts';" },
    { 'connectors/index.ts': "import { a } from './a.ts';\nexport const all = [a];" },
  ],
  [
    'no drawer for everything',
    { 'app/utils/format.ts': '', 'app/order-helpers.ts': '' },
    { 'app/library.ts': '', 'app/orders/libraries.ts': '' },
  ],
];

test.each(cases)('%s', (name, broken, fine) => {
  expect(rules[name]?.(graphOf(broken)).length).toBeGreaterThan(0);
  expect(rules[name]?.(graphOf(fine))).toEqual([]);
});

test('every rule has a case that breaks it', () => {
  expect(new Set(cases.map(([name]) => name))).toEqual(new Set(Object.keys(rules)));
});
