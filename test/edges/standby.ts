import { execFile } from 'node:child_process';
import { chown, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type pg from 'pg';
import { findFolders } from '../../platform/embedded-postgres/place.ts';
import { keepRunning } from '../../platform/embedded-postgres/server.ts';
import { startEmbeddedPostgres } from '../../platform/embedded-postgres.ts';
import { steadyClient } from '../../platform/steady.ts';
import { until } from '../faults/until.ts';
import { type Pooler, startPooler } from '../pooler.ts';
import { type Forwarding, forward } from './forwarding.ts';

/** Two servers with the same data, the second a standby, behind one address that leads to the first. */
export type Pair = {
  /** The owner's address of the database, whichever server it leads to. */
  url: string;
  /** The same by way of PgBouncer, where there is one. */
  pooledUrl?: string | undefined;
  standby: Standby;
  stop: () => Promise<void>;
};
export type Standby = {
  /** Every commit waits from now on until the standby has it. */
  confirmEach: () => Promise<void>;
  /** The standby gets nothing further, as when the network between the two is down. */
  cutOff: () => void;
  /** The first server is lost at once. The standby is promoted, and the address leads to it, as PgBouncer does where there is one. */
  takeOver: () => Promise<void>;
};

const run = promisify(execFile);
const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };
const quick = { fsync: 'off', shared_buffers: '128MB', wal_keep_size: '1GB' };

/** `prepare` makes the database before it is copied. `isPooled`: PgBouncer is before the two. */
export async function startPair(folder: string, prepare: (url: string) => Promise<unknown>, isPooled = false): Promise<Pair> {
  const first = await startEmbeddedPostgres({ dataDir: join(folder, 'first'), log: silent, settings: quick });
  const [address, link] = [await forward(portOf(first.url)), await forward(portOf(first.url))];
  const url = withPort(first.url, address.port);
  await prepare(url);
  const second = await startStandby(folder, withPort(first.url, link.port));
  await within(first.url, (client) => until(async () => (await client.query(streaming)).rowCount === 1));
  const pooler = isPooled ? await startPooler(first.url) : undefined;
  const standby = standbyOf({ first, second, address, link, pooler });
  const stop = async () => {
    await pooler?.stop();
    await stopAll([first, second], [address, link]);
  };
  return { url, pooledUrl: pooler?.url, standby, stop };
}

const streaming = `select from pg_stat_replication where state = 'streaming'`;

type Servers = {
  first: { url: string; stop: (how: 'now') => Promise<void> };
  second: { url: string };
  address: Forwarding;
  link: Forwarding;
  pooler: Pooler | undefined;
};

function standbyOf({ first, second, address, link, pooler }: Servers): Standby {
  return {
    confirmEach: () =>
      within(first.url, async (client) => {
        await client.query(`alter system set synchronous_standby_names = '*'`);
        await client.query('select pg_reload_conf()');
        await until(async () => (await client.query(`${streaming} and sync_state = 'sync'`)).rowCount === 1);
      }),
    cutOff: link.cut,
    async takeOver() {
      // Without a checkpoint, and without a word to the standby.
      await first.stop('now');
      await within(second.url, (client) => client.query('select pg_promote()'));
      address.moveTo(portOf(second.url));
      await pooler?.leadTo(second.url);
    },
  };
}

async function startStandby(folder: string, source: string) {
  const [from, place] = [await findFolders(join(folder, 'first')), await findFolders(join(folder, 'second'))];
  const { hostname, port, username, password } = new URL(source);
  await within(source, async (client) => {
    await client.query(`select pg_backup_start('standby', true)`);
    await run('cp', ['-a', from.data, place.data]);
    const { rows } = await client.query('select labelfile from pg_backup_stop()');
    await Promise.all(['postmaster.pid', 'pg_wal'].map((name) => rm(join(place.data, name), { recursive: true, force: true })));
    await mkdir(join(place.data, 'pg_wal'), { mode: 0o700 });
    await Promise.all([writeFile(join(place.data, 'backup_label'), rows[0].labelfile), writeFile(join(place.data, 'standby.signal'), '')]);
    const owned = ['pg_wal', 'backup_label', 'standby.signal'].map((name) => join(place.data, name));
    const { identity } = place;
    if (identity) await Promise.all(owned.map((path) => chown(path, identity.uid, identity.gid)));
  });
  const upstream = `host=${hostname} port=${port} user=${username} password=${password}`;
  const server = await keepRunning(place, { ...quick, primary_conninfo: upstream }, silent);
  return { url: withPort(source, server.port), stop: server.stop };
}

async function stopAll(servers: { stop: (how: 'now') => Promise<void> }[], forwardings: Forwarding[]): Promise<void> {
  await Promise.all(forwardings.map(({ stop }) => stop()));
  await Promise.all(servers.map(({ stop }) => stop('now')));
}

async function within<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = steadyClient(url);
  await client.connect();
  return work(client).finally(() => client.end());
}

const portOf = (url: string) => Number(new URL(url).port);
const withPort = (url: string, port: number) => Object.assign(new URL(url), { port: String(port) }).href;
