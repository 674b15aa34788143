import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { locks } from './locks.ts';
import { steadyClient } from './steady.ts';

/** The name of a session, for whoever is to end it. */
const sessionName = `case pid when 0 then 'a prepared transaction'
  else concat('process ', pid, ' (' || nullif(application_name, '') || ')') end as name`;
const waitedFor = `select ${sessionName} from (select distinct unnest(pg_blocking_pids($1)) as pid) as b left join pg_stat_activity using (pid)
  order by pid`;
/** Its key is a bigint, of which a row of pg_locks has the halves. */
const inLine = `select ${sessionName} from pg_locks l join pg_stat_activity using (pid) where l.locktype = 'advisory' and not l.granted
  and l.database = (select oid from pg_database where datname = current_database()) and l.classid = 0 and l.objid = $1 and l.objsubid = 1
  order by pid`;

async function names(client: pg.Client, statement: string, value: number): Promise<string> {
  return (await client.query<{ name: string }>(statement, [value])).rows.map(({ name }) => name).join(', ');
}

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
      const found = await names(other, waitedFor, pid);
      if (found && !done.signal.aborted) hear(found);
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

/**
 * Who waits for the turn to migrate within a statement, as builds before did: they wait for whoever has it, and an index that it builds for
 * their statement.
 */
export const whoIsInLine = (client: pg.Client): Promise<string> => names(client, inLine, locks.migrating);
