import { mkdtemp, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startEmbeddedPostgres } from '../platform/embedded-postgres.ts';
import { migrate } from '../platform/migrate.ts';
import { steadyClient } from '../platform/steady.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The cluster's owner; and the migrated database that every test file copies. */
    cluster: { url: string; template: string };
  }
}

const silent = { debug: () => undefined, info: () => undefined, warn: () => undefined };

/** Once a run: a PostgreSQL of its own, or the one of TEST_DATABASE_URL, with a migrated database to copy. */
export default async function startDatabase(project: TestProject): Promise<() => Promise<void>> {
  const template = `crossdock_test_${process.pid}_${Date.now().toString(36)}`;
  const given = process.env.TEST_DATABASE_URL;
  const { url, stop } = given ? { url: given, stop: () => dropAll(given, template) } : await startThrowaway();
  try {
    await onCluster(url, `create database ${template}`);
    await migrate(databaseUrl(url, template));
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('cluster', { url, template });
  return stop;
}

async function dropAll(url: string, template: string): Promise<void> {
  const databases = await onCluster(url, `select datname as name from pg_database where starts_with(datname, '${template}')`);
  for (const { name } of databases) await onCluster(url, `drop database if exists ${name} with (force)`);
}

export function databaseUrl(cluster: string, name: string): string {
  const address = new URL(cluster);
  address.pathname = `/${name}`;
  return address.href;
}

export async function onCluster(url: string, statement: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const client = steadyClient(url);
  await client.connect();
  const { rows } = await client.query(statement, values).finally(() => client.end());
  return rows;
}

/**
 * Without autovacuum: a table that is analysed by chance while a test runs has another plan than in the run before. And each process reads
 * for itself what lies in memory: to wake another one for it takes longer.
 */
async function startThrowaway(): Promise<{ url: string; stop: () => Promise<void> }> {
  const folder = await mkdtemp(join(await fastFolder(), 'crossdock-test-'));
  const hasSockets = process.platform !== 'win32';
  const settings = { autovacuum: 'off', io_method: 'sync', unix_socket_directories: hasSockets ? folder : '' };
  const server = await startEmbeddedPostgres({ dataDir: folder, log: silent, throwaway: true, settings });
  const url = hasSockets ? bySocket(server.url, folder) : server.url;
  return { url, stop: () => server.stop('now') };
}

/**
 * A statement by a socket costs both sides half of what it does over the network, and tests run millions. Whoever needs host and port, as a
 * proxy does, still finds them in the address: see `overNetwork`.
 */
function bySocket(url: string, folder: string): string {
  const address = new URL(url);
  address.searchParams.set('host', folder);
  return address.href;
}

/** The same database by its host and port, of which a test may change something. */
export function overNetwork(url: string): URL {
  const address = new URL(url);
  address.searchParams.delete('host');
  return address;
}

/** In memory, where there is room: creating and deleting the thousands of files of a database takes three times as long on disk. */
async function fastFolder(): Promise<string> {
  const memory = '/dev/shm';
  const free = await statfs(memory).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => 0,
  );
  return free > 2 ** 31 ? memory : tmpdir();
}
