import { steadyClient } from '../../platform/steady.ts';

/**
 * Dumps of a database, as its own server makes them: a copy of its files while nobody is connected, in the middle of whatever was
 * going on. The processes lose their connections for a moment.
 */
export type Dumps = {
  /** Takes a dump. Returns the address of the database that holds it. */
  take: () => Promise<string>;
  /** Puts a dump in the place of the database, which is lost, as a restore does, or a standby that had not caught up. */
  putBack: (dump: string) => Promise<void>;
};

export function openDumps(databaseUrl: string): Dumps {
  const name = nameIn(databaseUrl);
  let taken = 0;
  return {
    async take() {
      taken += 1;
      const dump = `${name}_dump_${taken}`;
      await whileNobodyIsIn(databaseUrl, (run) => run(`create database ${dump} template ${name} strategy file_copy`));
      return withName(databaseUrl, dump);
    },
    putBack: (dump) =>
      whileNobodyIsIn(databaseUrl, async (run) => {
        await run(`drop database ${name} with (force)`);
        await run(`alter database ${nameIn(dump)} rename to ${name}`);
      }),
  };
}

const nameIn = (url: string) => new URL(url).pathname.slice(1);

function withName(url: string, name: string): string {
  const address = new URL(url);
  address.pathname = `/${name}`;
  return address.href;
}

/** Our roles are told that the database is full, which passes. */
async function whileNobodyIsIn(
  databaseUrl: string,
  work: (run: (statement: string) => Promise<unknown>) => Promise<unknown>,
): Promise<void> {
  const client = steadyClient(withName(databaseUrl, 'postgres'));
  await client.connect();
  const name = nameIn(databaseUrl);
  const limit = (most: number) => client.query(`alter database ${name} connection limit ${most}`);
  try {
    await limit(0);
    for (let others = 1; others > 0; ) {
      await client.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
      const { rows } = await client.query('select count(*)::int as n from pg_stat_activity where datname = $1', [name]);
      others = rows[0].n;
    }
    await work((statement) => client.query(statement));
    await limit(-1);
    // A copy is as closed as what it was copied from.
    const { rows } = await client.query('select datname from pg_database where datconnlimit = 0 and starts_with(datname, $1)', [name]);
    for (const { datname } of rows) await client.query(`alter database ${datname} connection limit -1`);
  } finally {
    await client.end();
  }
}
