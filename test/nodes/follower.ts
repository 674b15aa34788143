import { execFile } from 'node:child_process';
import { chown, mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { steadyClient } from '../../platform/steady.ts';
import { until } from '../faults/until.ts';
import { freePort } from '../free-port.ts';
import { onCluster } from '../start-database.ts';
import { type Server, startServer } from './server.ts';

/** A standby of a server: every commit of that waits until the standby has it. */
export type Follower = { url: string; promote: () => Promise<void>; stop: () => Promise<void> };

const run = promisify(execFile);

/** A copy of a running server, which follows it. `url`: of a database of the server. */
export async function follow(url: string, { program, data: source }: Server): Promise<Follower> {
  const { hostname, port, username, password } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-follower-'));
  const data = join(folder, 'data');
  const own = Object.assign(new URL(url), { port: String(await freePort()) });
  const label = await copy(url, source, data);
  const upstream = `host=${hostname} port=${port} user=${username}${password && ` password=${password}`}`;
  await mkdir(join(data, 'pg_wal'), { mode: 0o700 });
  await writeFile(join(data, 'backup_label'), label);
  await writeFile(join(data, 'standby.signal'), '');
  await writeFile(join(data, 'postgresql.auto.conf'), `port = ${own.port}\nprimary_conninfo = '${upstream}'\n`);
  const { uid, gid } = await stat(source);
  for (const path of [folder, ...['pg_wal', 'backup_label', 'standby.signal'].map((name) => join(data, name))]) await chown(path, uid, gid);
  const child = await startServer(program, ['-D', data], data, own.href);
  await confirmEach(url, '*');
  const isInStep = await until(
    async () => (await onCluster(url, `select 1 from pg_stat_replication where sync_state = 'sync'`)).length === 1,
  );
  if (!isInStep) throw new Error('The standby does not follow.');
  return {
    url: own.href,
    promote: async () => void (await onCluster(own.href, 'select pg_promote()')),
    async stop() {
      child.kill('SIGQUIT');
      await until(async () => child.exitCode !== null || child.signalCode !== null);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** For which standbys each commit of a server waits; none: ''. */
export async function confirmEach(url: string, standbys: string): Promise<void> {
  await onCluster(url, `alter system set synchronous_standby_names = '${standbys}'`);
  await onCluster(url, 'select pg_reload_conf()');
}

/** Copies the files of a running server, but for its log. Returns what tells the copy where to begin in that. */
async function copy(url: string, source: string, data: string): Promise<string> {
  const client = steadyClient(url);
  await client.connect();
  try {
    await client.query(`select pg_backup_start('follower', true)`);
    await run('cp', ['-a', source, data]);
    const { rows } = await client.query<{ labelfile: string }>('select labelfile from pg_backup_stop()');
    await Promise.all(['postmaster.pid', 'pg_wal'].map((name) => rm(join(data, name), { recursive: true, force: true })));
    return rows[0]?.labelfile ?? '';
  } finally {
    await client.end();
  }
}
