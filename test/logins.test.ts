import { sql } from 'kysely';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDirectory } from '../app/people/accounts/people/directory.ts';
import { createAccount, createSessionFor, createUser } from '../app/people/accounts/people.ts';
import { sessionCookie } from '../app/people/accounts/sessions/cookie.ts';
import { startWeb } from '../app/web.ts';
import { openDatabase } from '../platform/db.ts';
import { readEnvironment } from '../platform/env.ts';
import { requestContext } from '../platform/http/request-context.ts';
import { type Login, loginPassword, logins, loginUrl } from '../platform/login-url.ts';
import { migrate } from '../platform/migrate.ts';
import { withoutPerson } from '../platform/tenant.ts';
import { connected, testDatabase } from './database.ts';

const own = testDatabase();

async function asLogin<T>(login: Login, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = await connected(loginUrl(own.url, login));
  return work(client).finally(() => client.end());
}

test.each(logins)('%s cannot leave its role, read a file or run a program', async (login) => {
  const [owner] = await own.sql<{ name: string }>('select current_user as name');
  await asLogin(login, async (client) => {
    const who = async () => (await client.query('select session_user as session, current_user as current')).rows[0];
    for (const role of [owner?.name, 'postgres', 'pg_execute_server_program', ...logins.filter((each) => each !== login)])
      await expect(client.query(`set role ${pg.escapeIdentifier(role ?? '')}`), role).rejects.toThrow('permission denied');
    await expect(client.query(`set session authorization ${pg.escapeIdentifier(owner?.name ?? '')}`)).rejects.toThrow('permission denied');
    for (const back of ['set role none', 'reset role', 'reset session authorization']) {
      await client.query(back);
      expect(await who()).toEqual({ session: login, current: login });
    }
    await client.query('create temporary table taken (line text)');
    await expect(client.query("copy taken from program 'id'")).rejects.toThrow('permission denied');
    await expect(client.query("copy taken from '/etc/passwd'")).rejects.toThrow('permission denied');
  });
});

test('what the product opens logs in as these roles', async () => {
  const database = openDatabase({ url: own.url });
  const directory = openDirectory(own.url, 1);
  const text = 'select session_user as name';
  const names = [database.pool, database.readers, database.copies, database.scheduler, directory.pool].map(
    async (pool) => (await pool.query(text)).rows[0].name,
  );
  expect(await Promise.all(names)).toEqual(['crossdock_app', 'crossdock_app', 'crossdock_app', 'crossdock_scheduler', 'crossdock_sign_in']);
  await Promise.all([database.close(), directory.close()]);
});

test('crossdock_queue sees the queue and which workers live, and nothing of an account', async () => {
  await asLogin('crossdock_queue', async (client) => {
    await client.query('select from graphile_worker.jobs');
    await client.query('select from workers');
    for (const table of ['orders', 'accounts', 'sessions', 'connections'])
      await expect(client.query(`select from ${table}`), table).rejects.toThrow('permission denied');
  });
});

test('the web process gives statements thirty seconds, and locks ten', async () => {
  const env = readEnvironment({ DATABASE_URL: own.url, SECRET_KEY: 'k'.repeat(32), PORT: '0', LOG_LEVEL: 'error' });
  const directory = openDirectory(own.url, 1);
  const accountId = await createAccount(directory, { name: 'Patient' });
  const userId = await createUser(directory, { email: 'ann@example.com', name: 'Ann', role: 'user', accountId });
  const cookie = await createSessionFor(directory, sessionCookie(env.secretKeys, env.baseUrl), userId);
  const { port, stop } = await startWeb(env, async (_request, context) => {
    const { session, reading } = context.get(requestContext);
    const settings = sql<
      Record<string, string>
    >`select current_setting('statement_timeout') as statement, current_setting('lock_timeout') as lock`;
    return Response.json(session && (await reading(session, async ({ db }) => (await settings.execute(db)).rows[0])));
  });
  const reply = await fetch(`http://127.0.0.1:${port}/`, { headers: { cookie } });
  expect(await reply.json()).toEqual({ statement: '30s', lock: '10s' });
  await Promise.all([stop(), directory.close()]);
});

test('the web process waits for no statement and no lock without end', async () => {
  const database = openDatabase({ url: own.url, connections: 2, patience: { statementMs: 2_000, lockMs: 50 } });
  await own.sql("insert into accounts (name) values ('A')");
  const run = (text: string) => withoutPerson(database, 1, ({ db }) => sql.raw(text).execute(db));
  await expect(run('select pg_sleep(10)')).rejects.toThrow('statement timeout');
  const holder = await connected(own.url);
  await holder.query('begin; lock table departments in access exclusive mode');
  await expect(run('select from departments')).rejects.toThrow('lock timeout');
  await Promise.all([holder.end(), database.close()]);
});

test('no process asks a pooler for parameters of its session, and none leaves a limit to the next who has it', async () => {
  const database = openDatabase({ url: own.url, connections: 1, readers: 1, patience: { statementMs: 30_000, lockMs: 10_000 } });
  const directory = openDirectory(own.url, 1);
  for (const { options } of [database.pool, database.readers, database.copies, database.scheduler, directory.pool])
    expect(Object.keys(options).filter((name) => /timeout$|^options$/.test(name) && name !== 'connectionTimeoutMillis')).toEqual([]);
  await withoutPerson(database, 1, ({ db }) => sql`select 1`.execute(db));
  expect((await database.pool.query('show statement_timeout')).rows).toEqual([{ statement_timeout: '0' }]);
  await Promise.all([database.close(), directory.close()]);
});

test('migrating limits the roles: a forgotten transaction ends after a minute, a statement of a sign-in after thirty seconds', async () => {
  const limits = (login: Login) =>
    asLogin(login, async (client) => {
      const show = async (name: string) => (await client.query(`select current_setting('${name}') as value`)).rows[0].value;
      return [await show('idle_in_transaction_session_timeout'), await show('statement_timeout'), await show('lock_timeout')];
    });
  expect(await limits('crossdock_app')).toEqual(['1min', '0', '0']);
  expect(await limits('crossdock_scheduler')).toEqual(['1min', '0', '0']);
  expect(await limits('crossdock_sign_in')).toEqual(['1min', '30s', '10s']);
});

test('an owner who is no superuser can migrate, and the product works on what it made', async () => {
  const name = `owner_${process.pid}`;
  await own.sql(`create role ${name} login createrole password 'of the owner'`);
  await own.sql(`create database ${name} owner ${name}`);
  const address = new URL(own.url);
  Object.assign(address, { username: name, password: 'of the owner', pathname: name });
  // The roles are the cluster's, and can log in already.
  const password = loginPassword(own.url);
  expect((await migrate(address.href, password)).length).toBeGreaterThan(10);
  const url = loginUrl(address.href, 'crossdock_app', password);
  const [database, directory] = [openDatabase({ url, connections: 1 }), openDirectory(url, 1)];
  const accountId = await createAccount(directory, { name: 'Acme' });
  const departments = await withoutPerson(database, accountId, ({ db }) => db.selectFrom('departments').select('name').execute());
  expect(departments).toHaveLength(4);
  await Promise.all([database.close(), directory.close()]);
  await own.sql(`drop database ${name} with (force)`);
  await own.sql(`drop role ${name}`);
});
