import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loginPassword } from '../platform/login-url.ts';
import { migrate } from '../platform/migrate.ts';
import { connected, testDatabase } from './database.ts';

const own = testDatabase();

/** What pg_dump does first: it refuses rows that row-level security would leave out. */
async function dumpRows(url: string, table: string): Promise<number> {
  const client = await connected(url);
  try {
    await client.query('set row_security = off');
    return (await client.query(`select from ${table}`)).rowCount ?? 0;
  } finally {
    await client.end();
  }
}

test('the role of the documented backup reads every row, and an owner who is no superuser is refused', async () => {
  const name = `backup_${process.pid}`;
  const text = await readFile(join(import.meta.dirname, '../docs/operations.md'), 'utf8');
  const [, create = '', grant = ''] = /-c "(create role crossdock_backup .*?)" -c '(grant .*?)'/.exec(text) ?? [];
  await own.sql(`create role ${name} login createrole password 'of the owner'`);
  await own.sql(`create database ${name} owner ${name}`);
  for (const line of [create, grant]) await own.sql(line.replaceAll('crossdock_backup', `${name}_reader`));
  const at = (username: string, password: string) => Object.assign(new URL(own.url), { username, password, pathname: name }).href;
  await migrate(at(name, 'of the owner'), loginPassword(own.url));
  const superuser = await connected(Object.assign(new URL(own.url), { pathname: name }).href);
  const { rows } = await superuser.query(`insert into accounts (name) values ('A') returning id`);
  await superuser.query(`insert into departments (account_id, name) values ($1, 'Orders')`, [rows[0].id]);
  await superuser.end();
  expect(await dumpRows(at(`${name}_reader`, '…'), 'departments')).toBe(1);
  await expect(dumpRows(at(name, 'of the owner'), 'departments')).rejects.toThrow('row-level security');
  await own.sql(`drop database ${name}`);
  await own.sql(`drop role ${name}_reader`);
});
