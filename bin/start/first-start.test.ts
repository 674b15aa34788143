import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { demoSignIns } from '../../app/people/accounts/people/demo-people.ts';
import { demoAccountNames } from '../../app/screens/demo/account-names.ts';
import { createDatabase as createEmpty, dropDatabase } from '../../platform/embedded-postgres/create-database.ts';
import { createDatabase, type TestDatabase } from '../../test/database.ts';
import { beginFirstStart } from './first-start.ts';
import { lookInside } from './inside.ts';

let folder = '';
let database: TestDatabase & { drop: () => Promise<void> };
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'crossdock-first-'));
  database = await createDatabase();
  await database.sql('insert into accounts (name) select unnest($1::text[])', [demoAccountNames]);
  await database.sql('insert into users (name, email) select email, email from unnest($1::text[]) as email', [
    demoSignIns().map(({ email }) => email),
  ]);
});
afterEach(async () => {
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

/** The store is somebody's own, beside the folder's. */
const start = () => beginFirstStart({ folder, env: { filesDir: join(folder, 'store'), filesS3: undefined } }, database.url);

/** As a first start that was killed leaves it. */
const noteIt = async () => writeFile(join(folder, 'first-start'), (await lookInside(database.url)).identity);

const hasTables = async () => (await lookInside(database.url)).hasTables;

async function store(name: string, content = ''): Promise<string> {
  const file = join(folder, name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
  return file;
}

test('a database that has data is not taken for one that a first start began, whatever file is missing', async () => {
  await start();
  expect(existsSync(join(folder, 'first-start'))).toBe(false);
  await start();
  expect(await hasTables()).toBe(true);
});

test('only an empty database is noted, and dropped when its filling was killed', async () => {
  await dropDatabase(database.url);
  await createEmpty(database.url);
  await start();
  expect(await readFile(join(folder, 'first-start'), 'utf8')).toBe((await lookInside(database.url)).identity);
});

test('what nobody but the filling has written begins anew, without what is of other databases', async () => {
  await noteIt();
  const [own, other] = [await store('store/1/own'), await store('store/1/of-another-database')];
  await database.sql(
    `insert into files (account_id, key, name, content_type, bytes) select min(id), '1/own', 'a', 'text/csv', 0 from accounts`,
  );
  const [{ id }] = (await database.sql<{ id: string }>('select id from installation')) as [{ id: string }];
  const mark = (installation: string) =>
    JSON.stringify({ installation, worker: 'w', life: 'l', mark: 1, at: new Date(), baseUrl: 'http://localhost', released: true });
  await store('store/installation/w.json', mark(id));
  const marks = await store('store/installation/v.json', mark('of another database'));
  const unused = await store('files/1/kept');
  await store('sandbox/world.json');
  await start();
  expect(await hasTables()).toBe(false);
  expect([own, join(folder, 'store/installation/w.json'), join(folder, 'sandbox')].filter(existsSync)).toEqual([]);
  expect([other, marks, unused].filter(existsSync)).toEqual([other, marks, unused]);
  expect(await readFile(join(folder, 'first-start'), 'utf8')).toBe((await lookInside(database.url)).identity);
});

test.each([
  ['somebody has signed in', `insert into sessions (user_id, token, expires_at) select min(id), 't', now() from users`],
  ['somebody has signed in and out', `insert into last_visits (user_id, at) select min(id), now() from users`],
  ['there is another person', `insert into users (name, email) values ('Ann', 'ann@example.com')`],
  ['there is another account', `insert into accounts (name) values ('Ours')`],
])('a database whose first start was killed is kept where %s', async (_, statement) => {
  await noteIt();
  await database.sql(statement);
  const world = await store('sandbox/world.json');
  await start();
  expect([await hasTables(), existsSync(world)]).toEqual([true, true]);
});

test('the note of one database drops no other', async () => {
  await writeFile(join(folder, 'first-start'), '7000000000000000000/5');
  await start();
  expect(await hasTables()).toBe(true);
});

test('a first start that was killed before anything was filled goes on with its migrations', async () => {
  await database.sql('truncate accounts, users cascade');
  await noteIt();
  await start();
  expect(await hasTables()).toBe(true);
});
