import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { locks } from './locks.ts';
import { steadyClient } from './steady.ts';

/** The name of a session, for whoever is to end it: its number is the database's, and its address that of the machine which has it open. */
const sessionName = `case pid when 0 then 'a prepared transaction' else concat('session ', pid, ' of the database (' ||
  nullif(concat_ws(', ', nullif(application_name, ''), 'at ' || host(client_addr)), '') || ')') end as name`;
/** An index waits for this look as well, while it goes on. */
const waitedFor = `select pid, ${sessionName} from (select distinct unnest(pg_blocking_pids($1)) as pid) as b
  left join pg_stat_activity using (pid) where pid <> pg_backend_pid() order by pid`;
/** Who has an advisory lock, or waits for it. Its key is a bigint, of which a row of pg_locks has the halves. */
const ofLock = `select pid, ${sessionName} from pg_locks l join pg_stat_activity using (pid) where l.locktype = 'advisory'
  and l.granted = $2 and l.database = (select oid from pg_database where datname = current_database())
  and l.classid = 0 and l.objid = $1 and l.objsubid = 1 order by pid`;

type Session = { pid: number; name: string };

const named = (sessions: readonly Session[]) => sessions.map(({ name }) => name).join(', ');

type Watch = {
  databaseUrl: string;
  everyMs: number;
  /** Hears for whom it waits. */
  hear: (names: string) => void;
};

/** Runs a statement that may wait for long, and looks now and then for whom it does. */
export async function runWatched(client: pg.Client, statement: string, { databaseUrl, everyMs, hear }: Watch): Promise<void> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
  const pid = rows[0]?.pid ?? 0;
  const done = new AbortController();
  const look = async () => {
    const other = steadyClient({ connectionString: databaseUrl, application_name: 'crossdock-migrate' });
    try {
      await other.connect();
      const { rows: found } = await other.query<Session>(waitedFor, [pid]);
      if (found.length > 0 && !done.signal.aborted) hear(named(found));
    } finally {
      await other.end();
    }
  };
  const watching = (async () => {
    for (;;) {
      await wait(everyMs, undefined, { signal: done.signal });
      // Where it cannot be asked, the statement goes on all the same.
      await look().catch(() => undefined);
    }
  })().catch(() => undefined);
  try {
    await client.query(statement);
  } finally {
    done.abort();
    await watching;
  }
}

/** Who has the turn to migrate; empty where nobody has it now. */
export async function whoMigrates(client: pg.Client): Promise<string> {
  return named((await client.query<Session>(ofLock, [locks.migrating, true])).rows);
}

/**
 * Who waits for the turn to migrate within a statement, as builds before did, and how to end them: they wait for whoever has it, and an
 * index that it builds for their statement. Undefined where nobody does.
 */
export async function whoIsInLine(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<Session>(ofLock, [locks.migrating, false]);
  if (rows.length === 0) return undefined;
  const ends = rows.map(({ pid }) => `pg_terminate_backend(${pid})`).join(', ');
  return `${named(rows)}. Stop it where it runs, or in the database: select ${ends};`;
}
