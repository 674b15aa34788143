import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { steadyClient } from '../../platform/steady.ts';
import { root } from '../stop.mjs';
import { functions, tables, types, views } from './catalogue.ts';

/** One thing of the schema, with its SQL; `oid` grows in the order of creation. */
type Thing = { oid: number; name: string; comment: string | null; sql: string };

const head = `-- The whole schema as the migrations leave it, to be read: migrations make the database, not this file.
-- Written by "npm run db:types"; a test compares it with the migrations.
--
-- Each table that says "CALL make_tenant_table" belongs to accounts: that procedure enables and forces row-level security, and creates
-- the one policy \`tenant\` on account_id. crossdock_app may select, insert, update and delete in every table and view that does not say
-- REVOKE. The job queue's own schema, graphile_worker, is not shown.
`;

/** The schema of this database as SQL for a reader, by subject: a subject is a migration that creates something. */
export async function readSchema(url: string): Promise<string> {
  const client = steadyClient(url);
  await client.connect();
  try {
    const things: Thing[] = [];
    for (const query of [types, tables, views, functions]) {
      const { rows } = await client.query<Thing>(query);
      const inOrder = rows.sort((a, b) => a.oid - b.oid);
      things.push(...(query === functions ? inOrder : inOrder.map((thing) => ({ ...thing, sql: shorten(thing.sql) }))));
    }
    const subjects = await readSubjects();
    const [first = ''] = subjects.values();
    const grouped = Map.groupBy(things, ({ name }) => subjects.get(name) ?? first);
    const sections = [...new Set(subjects.values())].map((file) => [headingOf(file), ...(grouped.get(file) ?? []).map(textOf)]);
    return [head, ...sections.flat()].join('\n');
  } finally {
    await client.end();
  }
}

/** The migration that creates each table, view, type or function, by its name; in the order of the migrations. */
async function readSubjects(): Promise<Map<string, string>> {
  const folder = join(root, 'db/migrations');
  const subjects = new Map<string, string>();
  for (const file of (await readdir(folder)).sort()) {
    const text = await readFile(join(folder, file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^create (?:table|view|type|function|procedure|extension)(?: if not exists)? (\w+)/gm))
      if (!subjects.has(name)) subjects.set(name, file);
  }
  return subjects;
}

const headingOf = (file: string) => `\n-- ${'='.repeat(60)}\n-- ${file}\n-- ${'='.repeat(60)}\n`;

function textOf({ comment, sql }: Thing): string {
  const lines = sql.split('\n').map((line) => line.trimEnd());
  return `${comment ? `-- ${comment.replaceAll('\n', '\n-- ')}\n` : ''}${lines.join('\n')}\n`;
}

/** What PostgreSQL writes in full, as a person would. Not in functions, whose text is as their author wrote it. */
const shorten = (sql: string) =>
  sql
    .replaceAll(/('(?:[^']|'')*')::text\b(?!\[)/g, '$1')
    .replaceAll('timestamp with time zone', 'timestamptz')
    .replaceAll(' USING btree', '');
