import { readdir } from 'node:fs/promises';

/** The migrations of a folder, in the order in which they are applied. */
export async function listMigrations(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort();
}

/** A database of an earlier development version: its tables come from other migrations, so these cannot be applied to it. */
export class FormerDatabase extends Error {
  constructor() {
    super('This database was made by an earlier development version and cannot be migrated: create an empty database, and use that.');
  }
}

/**
 * Which of these migrations a database still needs that has the `applied` ones.
 * @throws FormerDatabase when it has some, but not the first: docs/decisions/0025-when-migrations-are-frozen.md.
 */
export function pendingMigrations(migrations: string[], applied: string[]): string[] {
  const [first = ''] = migrations;
  if (applied.length > 0 && !applied.includes(first)) throw new FormerDatabase();
  return migrations.filter((name) => !applied.includes(name));
}

/** The major version of PostgreSQL that the migrations are written for. */
export const leastPostgres = 18;

/** A server that is too old for the migrations. */
export class OlderPostgres extends Error {}

/** @throws OlderPostgres. `number` is what `server_version_num` shows, as 150012 for 15.12. */
export function requirePostgres(number: number): void {
  const major = Math.floor(number / 10_000);
  if (major < leastPostgres)
    throw new OlderPostgres(`This database is PostgreSQL ${major}, and Crossdock needs ${leastPostgres} or newer: upgrade it first.`);
}

/** Transactions that go on for long kept a migration from what it changes. */
export class TablesInUse extends Error {
  constructor(name: string, tries: number) {
    super(
      `Migration ${name} is not applied: in ${tries} tries, other transactions kept what it changes. End those that run for long ` +
        '(select * from pg_stat_activity order by xact_start), then migrate again.',
    );
  }
}

/**
 * Whether a migration says that it runs outside a transaction: because it builds indexes while their tables are written, or ends a
 * transaction itself. Its steps stay where one of them is not applied, so each must do no harm a second time.
 */
export const isOutsideTransaction = (text: string): boolean => text.startsWith('-- outside a transaction\n');

/** Nobody waits behind a statement that builds an index this way, or drops one: it may wait for long. */
export const waitsAlone = (statement: string): boolean => /\b(create|drop) index concurrently\b/.test(statement);

/** What may have a semicolon that ends no statement: a comment, a text, a name, a body. Then what ends one, and anything else. */
const tokens = /--[^\n]*|'(?:[^']|'')*'|"[^"]*"|\$\$(?:[^$]|\$[^$])*\$\$|;|[^;'"$-]+|./gs;

/**
 * The statements of a migration, each by itself: of several nodes, the engine sends what changes a table there with the whole text that it
 * was in. Block comments, `begin atomic` and bodies between tags are not known.
 */
export function statementsOf(text: string): string[] {
  const statements = [''];
  for (const [token] of text.matchAll(tokens)) {
    if (token === ';') statements.push('');
    else statements.push(statements.pop() + token);
  }
  return statements.filter((statement) => statement.replaceAll(/--[^\n]*/g, '').trim() !== '');
}
