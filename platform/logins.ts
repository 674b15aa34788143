import pg from 'pg';
import { type Login, loginPassword, logins, loginUrl } from './login-url.ts';
import { steadyClient } from './steady.ts';

/** A session that forgets its transaction holds its locks for a minute at most; a call that signs somebody in waits for nothing longer. */
const idle = { idle_in_transaction_session_timeout: '60s' };
const limitsOf: Partial<Record<Login, Record<string, string>>> = {
  crossdock_app: idle,
  crossdock_scheduler: idle,
  crossdock_sign_in: { ...idle, statement_timeout: '30s', lock_timeout: '10s' },
};

/** Lets the roles log in with this password, and crossdock_queue use the job queue. Repeatable; `client` is the owner's. */
export async function openLogins(client: pg.Client, databaseUrl: string, password = loginPassword(databaseUrl)): Promise<void> {
  await client.query(queueRights);
  for (const login of logins) await openLogin(client, databaseUrl, login, password);
  for (const [login, settings] of Object.entries(limitsOf)) await limit(client, login, settings);
}

/** A login that works is left alone: it may be a database administrator's, and two databases of a server share their roles. */
async function openLogin(client: pg.Client, databaseUrl: string, login: Login, password: string): Promise<void> {
  const url = loginUrl(databaseUrl, login, password);
  if (await worksAt(url)) return;
  const secret = password === '' ? 'null' : client.escapeLiteral(password);
  await client.query(`alter role ${login} login noinherit password ${secret}`).catch(async (error) => {
    // Another migration on this server may have done it at the same moment.
    if (!(await worksAt(url))) throw error;
  });
}

async function worksAt(url: string): Promise<boolean> {
  const client = steadyClient({ connectionString: url, application_name: 'crossdock-migrate' });
  try {
    await client.connect();
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** Graphile Worker forces row-level security on its tables to keep everybody but their owner out. */
const queueRights = `
  grant usage on schema graphile_worker to crossdock_queue;
  grant select, insert, update, delete on all tables in schema graphile_worker to crossdock_queue;
  grant usage on all sequences in schema graphile_worker to crossdock_queue;
  do $$ declare name text; begin
    for name in
      select c.oid::regclass from pg_class c
      where c.relnamespace = 'graphile_worker'::regnamespace and c.relrowsecurity
        and not exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'queue')
    loop
      execute format('create policy queue on %s to crossdock_queue using (true) with check (true)', name);
    end loop;
  end $$`;

/** Sets what the role's sessions begin with, also those that a pooler shares. An administrator's roles are their own: see operations.md. */
async function limit(client: pg.Client, login: string, settings: Record<string, string>): Promise<void> {
  for (const [name, value] of Object.entries(settings)) {
    const setting = `${name}=${value}`;
    const { rows } = await client.query<{ set: boolean }>(
      `select exists (select from pg_db_role_setting s join pg_roles r on r.oid = s.setrole
        where r.rolname = $1 and s.setdatabase = 0 and $2 = any(s.setconfig)) as set`,
      [login, setting],
    );
    if (rows[0]?.set) continue;
    await client.query(`alter role ${pg.escapeIdentifier(login)} set ${name} = ${client.escapeLiteral(value)}`).catch((error) => {
      // Not ours to change, or another migration on this server does it at this moment.
      if (!['42501', 'XX000'].includes(error.code)) throw error;
    });
  }
}
