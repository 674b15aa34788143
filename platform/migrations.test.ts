import { readFile } from 'node:fs/promises';
import { parse } from 'libpg-query';
import { expect, test } from 'vitest';
import { listMigrations, OlderPostgres, requirePostgres, statementsOf } from './migrations.ts';

test.each([
  [180_000, null],
  [190_001, null],
  [150_012, 'This database is PostgreSQL 15, and Crossdock needs 18 or newer: upgrade it first.'],
  [90_624, 'This database is PostgreSQL 9, and Crossdock needs 18 or newer: upgrade it first.'],
])('server_version_num %s', (number, refused) => {
  const require = () => requirePostgres(number);
  if (refused === null) expect(require).not.toThrow();
  else expect(require).toThrow(new OlderPostgres(refused));
});

const folder = `${import.meta.dirname}/../db/migrations`;

test.each(await listMigrations(folder))('%s is cut into the statements that PostgreSQL reads', async (name) => {
  const text = await readFile(`${folder}/${name}`, 'utf8');
  const whole = (await parse(text)).stmts ?? [];
  const cut = await Promise.all(statementsOf(text).map(async (each) => (await parse(each)).stmts ?? []));
  expect(cut.map(({ length }) => length)).toEqual(whole.map(() => 1));
});

test('no two migrations have one number, and none is left out', async () => {
  const names = await listMigrations(folder);
  expect(names.map((name) => Number(/^(\d{4})_[a-z0-9_]+\.sql$/.exec(name)?.[1]))).toEqual(names.map((_, at) => at + 1));
});
