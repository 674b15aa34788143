import { rm } from 'node:fs/promises';
import { createDatabase } from './embedded-postgres/create-database.ts';
import { initialise } from './embedded-postgres/initialise.ts';
import { claim } from './embedded-postgres/leftover.ts';
import { findFolders } from './embedded-postgres/place.ts';
import { cannotKeep } from './embedded-postgres/problem.ts';
import { keepRunning } from './embedded-postgres/server.ts';
import type { Log } from './log.ts';

export type EmbeddedPostgresOptions = {
  /** The folder for data, password and the owner's pid. Created when missing. */
  dataDir: string;
  log: Pick<Log, 'debug' | 'info' | 'warn'>;
  /** For tests: without fsync, and deleted by `stop`. */
  throwaway?: boolean;
  /** Further settings of postgresql.conf, by name. */
  settings?: Record<string, string>;
};

export type EmbeddedPostgres = {
  /** The address of the database `crossdock`, as the cluster's owner. Stays the same until `stop`. */
  url: string;
  /** The pid of the server process; changes when it is restarted. */
  pid: () => number | undefined;
  /** Fast shutdown: open transactions roll back, everything committed is on disk. `now` does not wait for a checkpoint. */
  stop: (how?: 'fast' | 'now') => Promise<void>;
};

/**
 * Starts the PostgreSQL of the packages on a free loopback port, and keeps it running until `stop`. Stops a server that an earlier
 * run left behind first.
 * @throws DatabaseProblem with one sentence for the person who starts it.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { dataDir, log, throwaway = false, settings = {} } = options;
  const place = await findFolders(dataDir);
  const release = await claim(place, log).catch((error) => cannotKeep(place.home, error));
  try {
    const password = await initialise(place, throwaway);
    const server = await keepRunning(place, { ...(throwaway ? careless : {}), ...settings }, log);
    const url = `postgres://postgres:${password}@127.0.0.1:${server.port}/crossdock`;
    await createDatabase(url);
    const stop = async (how: 'fast' | 'now' = 'fast') => {
      await server.stop(how).finally(release);
      if (throwaway) await rm(place.home, { recursive: true, force: true });
    };
    return { url, pid: server.pid, stop };
  } catch (error) {
    await release();
    return cannotKeep(place.home, error);
  }
}

const careless = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', shared_buffers: '128MB', scram_iterations: '1' };
