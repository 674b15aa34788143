import { demoSignIns } from '../../app/people/accounts/people/demo-people.ts';
import { demoAccountNames } from '../../app/screens/demo/account-names.ts';
import { steadyClient } from '../../platform/steady.ts';

/**
 * What a database has in it. `identity`: one that takes its place later, from a backup or in another folder, has another. `filled`: null
 * while there is no account in it.
 */
export type Inside = { identity: string; hasTables: boolean; filled: Filled | null };

/** `byDemoAlone`: there is nobody but the demo's people, and none of them has ever signed in. `keys`: of its files in the store. */
export type Filled = { byDemoAlone: boolean; installation: string; keys: string[] };

/** Looks as the owner, whom no row is hidden from. */
export async function lookInside(url: string): Promise<Inside> {
  const client = steadyClient(url);
  await client.connect();
  try {
    const [inside] = (await client.query<Omit<Inside, 'filled'> & { isMigrated: boolean }>(whatItIs)).rows;
    if (!inside) throw new Error('The database does not say which one it is.');
    const { isMigrated, ...found } = inside;
    const people = demoSignIns().map(({ email }) => email);
    const [filled] = isMigrated ? (await client.query<Filled>(whatFillsIt, [demoAccountNames, people])).rows : [];
    return { ...found, filled: filled ?? null };
  } finally {
    await client.end();
  }
}

const whatItIs = `
  select (select system_identifier from pg_control_system()) || '/' || oid as identity,
    exists (select from pg_tables where schemaname not in ('pg_catalog', 'information_schema')) as "hasTables",
    (select every(to_regclass(name) is not null) from unnest(array['accounts', 'users', 'installation', 'files']) as name) as "isMigrated"
  from pg_database where datname = current_database()`;

/** A session leaves its moment in `last_visits`, whoever ends it. */
const whatFillsIt = `
  select not exists (select from accounts where name <> all($1))
      and not exists (select from users where email <> all($2)) and not exists (select from last_visits) as "byDemoAlone",
    id as installation, array(select key from files) as keys
  from installation where exists (select from accounts)`;
