import type pg from 'pg';
import { steadyClient } from '../steady.ts';

/** Makes the database that the address names, unless it is there. */
export function createDatabase(url: string): Promise<void> {
  return besides(url, async (client, name) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`);
  });
}

/** Deletes it, whoever uses it. */
export function dropDatabase(url: string): Promise<void> {
  return besides(url, async (client, name) => {
    await client.query(`drop database if exists ${client.escapeIdentifier(name)} with (force)`);
  });
}

/** From another database of the same server. */
async function besides(url: string, work: (client: pg.Client, name: string) => Promise<void>): Promise<void> {
  const address = new URL(url);
  const name = address.pathname.slice(1);
  address.pathname = '/postgres';
  const client = steadyClient(address.href);
  await client.connect();
  await work(client, name).finally(() => client.end());
}
