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
