import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { listMigrations } from '../../platform/migrations.ts';

/** The text of each migration, by its name. */
export type Migrations = Record<string, string>;

export async function migrationsOf(root: string): Promise<Migrations> {
  const folder = join(root, 'db/migrations');
  const texts = (await listMigrations(folder)).map(async (name) => [name, await readFile(join(folder, name), 'utf8')]);
  return Object.fromEntries(await Promise.all(texts));
}

/**
 * Why a database of the build before cannot be brought to this one: its migrations were folded or changed since, which nothing undoes once
 * they are applied. Undefined where it can.
 */
export function foldedSince(before: Migrations, now: Migrations): string | undefined {
  const gone = Object.keys(before).filter((name) => !(name in now));
  const changed = Object.keys(before).filter((name) => name in now && before[name] !== now[name]);
  const found = [...gone.map((name) => `${name} is gone`), ...changed.map((name) => `${name} is another`)];
  return found.length === 0 ? undefined : `its migrations were folded or changed since (${inShort(found)})`;
}

const inShort = (found: string[]) => found.slice(0, 3).join(', ') + (found.length > 3 ? ` and ${found.length - 3} more` : '');
