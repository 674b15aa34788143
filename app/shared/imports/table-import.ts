import { type RawBuilder, sql } from 'kysely';
import { notify } from '../../../platform/events.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Topic } from '../../../platform/topics.ts';
import { type Pack, packedAs, unpacked } from '../../base/changes/packed.ts';
import { nouns } from '../../base/nouns.ts';
import type { FiledRecord } from '../exports/files-of.ts';
import type { AppliedRows, ImportColumn, ImportEntity, ImportJob, LeftOut, Undone } from './entity.ts';
import { UnreadableTable } from './reading/rows.ts';

type Table = {
  /** Also that of the table. */
  name: FiledRecord;
  number: number;
  /** Texts of the table by their names, empty and not null where there is nothing. The first names a record, in whatever letters. */
  columns: readonly [ImportColumn, ...ImportColumn[]];
  topic: Topic;
  /** Headers of our own exports that are not read. */
  notRead?: readonly string[];
  /** A condition on a row `r`: something refers to it, so that it is not deleted by the undo of the import that created it. */
  isUsed: (tenant: Tenant) => RawBuilder<unknown>;
  /** How many records there can be, and how many more may be created. */
  most: number;
  room: (tenant: Tenant) => Promise<number>;
};

/** How files are imported into a table whose columns are those of the files, and whose records nothing follows from. */
export const tableImport = ({ name, number, columns, topic, notRead = [], isUsed, most, room }: Table): ImportEntity => ({
  ...{ name, number, columns, notRead, foldsCase: true },
  judge: (tenant, job) => judge(tenant, shapeOf(name, columns, job)),
  judgeAll: (tenant, job) => requireRoom(tenant, job, { name, most, room }),
  // Others may have created some since the check.
  before: (tenant, job) => requireRoom(tenant, job, { name, most, room }),
  current: (tenant, keys, job) => current(tenant, shapeOf(name, columns, { ...job, columns: columns.map((each) => each.name) }), keys),
  apply: (tenant, job, given) => apply(tenant, job.group, shapeOf(name, columns, job), given),
  undo: (tenant, job, pack) => undo(tenant, shapeOf(name, columns, job), pack, isUsed(tenant)),
  async after(tenant) {
    notify(tenant, topic);
    return null;
  },
  afterUndo: async (tenant) => notify(tenant, topic),
});

/** @throws UnreadableTable where the file creates more records than there is room for */
async function requireRoom(tenant: Tenant, { importId }: ImportJob, table: Pick<Table, 'name' | 'most' | 'room'>): Promise<void> {
  const { rows } = await sql<{ count: number }>`
    select coalesce(sum(created), 0)::int as count from import_chunks where ${inAccount(tenant)} and import_id = ${importId}`.execute(
    tenant.db,
  );
  const [{ count } = { count: 0 }] = rows;
  const room = await table.room(tenant);
  const { one, many } = nouns[table.name];
  if (count > room) throw new UnreadableTable({ code: 'too_many_records', count, room, most: table.most, noun: { one, many } });
}

type Shape = { table: RawBuilder<unknown>; noun: string; key: string; fields: string[] };

function shapeOf(name: FiledRecord, columns: Table['columns'], job: Pick<ImportJob, 'columns'>): Shape {
  const [{ name: key }, ...others] = columns;
  return {
    table: sql.table(name),
    noun: nouns[name].one,
    key,
    fields: others.map((each) => each.name).filter((field) => job.columns.includes(field)),
  };
}

/** Whether a row of the table `r` is what this relation names. */
const named = (tenant: Tenant, { key }: Shape, by: string) =>
  sql`${inAccount(tenant, 'r')} and lower(${sql.ref(`r.${key}`)}) = lower(${sql.ref(`${by}.${key}`)})`;

const differs = ({ fields }: Shape, by: string) =>
  fields.length > 0 ? sql`(${names(fields, 'r.')}) <> (${names(fields, `${by}.`)})` : sql`false`;

/** The columns that a file sets: the key alone where it has no other, which is as it was. */
const setBy = ({ key, fields }: Shape) => (fields.length > 0 ? fields : [key]);
const names = (fields: readonly string[], of = '') => sql.join(fields.map((field) => sql.ref(`${of}${field}`)));

const objectOf = (of: string, fields: string[]) =>
  sql`json_build_object(${sql.join(fields.flatMap((field) => [sql.lit(field), sql.ref(`${of}${field}`)]))})`;

const as = (prefix: string, relation: string, fields: string[]) =>
  fields.map((field) => sql`${sql.ref(`${relation}.${field}`)} as ${sql.ref(`${prefix}${field}`)}`);

/** What a record has of the columns that a file sets, as a text that is compared with what the check saw. */
const seenIn = ({ key, fields }: Shape, of: string) => sql`hash_record_extended(row(${names([key, ...fields], `${of}.`)}), 0)::text`;

const judge = (tenant: Tenant, shape: Shape): RawBuilder<unknown> => sql`
  select i.n, case when i.is_wrong then 'w' when r.id is null then 'c' when ${differs(shape, 'i')} then 'u' else 's' end as code,
    case when r.id is not null then ${seenIn(shape, 'r')} end as seen,
    null::text as column_name, null::jsonb as problem, null::jsonb as expected
  from input i left join ${shape.table} r on ${named(tenant, shape, 'i')}`;

const current = (tenant: Tenant, { table, key, fields }: Shape, keys: string[]): RawBuilder<unknown> => sql`
  select key, ${objectOf('r.', [key, ...fields])} as was from unnest(${keys}::text[]) as key
  join ${table} r on ${inAccount(tenant, 'r')} and lower(${sql.ref(`r.${key}`)}) = lower(key)`;

/** Most rows still do what the check found: where some did not, each is looked at, and left out unless there is what it says. */
async function apply(tenant: Tenant, group: number, shape: Shape, given: RawBuilder<unknown>): Promise<AppliedRows> {
  const { table, noun, key, fields } = shape;
  const all = [key, ...fields];
  const change = sql`json_build_object('id', id, 'was', ${objectOf('was_', fields)}, 'now', ${objectOf('now_', fields)})`;
  const creation = sql`json_build_object('id', id, 'now', ${objectOf('', all)})`;
  const { rows } = await sql<{ count: number; rows: number }>`
    with typed as materialized (${given}),
    changed as (
      update ${table} r set (${names(setBy(shape))}) = row(${names(setBy(shape), fields.length > 0 ? 'typed.' : 'r.')}) from typed
      where typed.code = 'u' and ${named(tenant, shape, 'typed')} and ${differs(shape, 'typed')}
        and coalesce(typed.seen = ${seenIn(shape, 'r')}, true)
      returning ${sql.join([sql`r.id`, ...as('was_', 'old', fields), ...as('now_', 'new', fields)])}
    ),
    created as (
      insert into ${table} as r (account_id, ${names(all)})
      select ${tenant.accountId}::bigint, ${names(all, 'typed.')} from typed where typed.code = 'c' on conflict do nothing
      returning id, ${names(all)}
    ),
    stored as (
      insert into changes (account_id, group_id, user_id, noun, form, packed)
      ${packedAs(tenant, { group, noun, form: 'changed' }, sql`json_agg(${change})`, sql`changed`)}
      union all ${packedAs(tenant, { group, noun, form: 'created' }, sql`json_agg(${creation})`, sql`created`)} returning 1
    )
    select ((select count(*) from changed) + (select count(*) from created))::int as count, (select count(*)
      from typed)::int as rows`.execute(tenant.db);
  const [done = { count: 0, rows: 0 }] = rows;
  return { applied: done.count, leftOut: done.count === done.rows ? [] : await leftOut(tenant, shape, given) };
}

/** After rows were applied: those whose record is not as they say, because somebody changed, made or deleted it since the check. */
async function leftOut(tenant: Tenant, shape: Shape, given: RawBuilder<unknown>): Promise<LeftOut[]> {
  const { rows } = await sql<Pick<LeftOut, 'id' | 'label'> & { code: 'c' | 'u' }>`
    with typed as materialized (${given})
    select r.id, typed.${sql.ref(shape.key)} as label, typed.code from typed left join ${shape.table} r on ${named(tenant, shape, 'typed')}
    where r.id is null or ${differs(shape, 'typed')} order by typed.n`.execute(tenant.db);
  const reasonOf = ({ id, code }: (typeof rows)[number]) =>
    code === 'c' ? 'created_since_check' : id === null ? 'deleted_since_check' : 'changed_since_check';
  return rows.map((row) => ({ id: row.id, label: row.label, reason: { code: reasonOf(row) } }));
}

/** What the import changed goes back and what it created goes, where it is still as the import left it and nothing refers to it. */
async function undo(tenant: Tenant, shape: Shape, pack: Pack, isUsed: RawBuilder<unknown>): Promise<Undone> {
  const { table, key, fields } = shape;
  const before = fields.length > 0 ? sql.join(fields.map((field) => sql`change.was ->> ${sql.lit(field)}`)) : names([key], 'r.');
  const change = sql`change as (
    select (each ->> 'id')::bigint as id, each -> 'was' as was, each -> 'now' as now, ${pack.form === 'created'}::boolean as is_new
    from (${unpacked(tenant, pack)}) as c
  )`;
  const packed = sql`change join ${table} r on ${inAccount(tenant, 'r')} and r.id = change.id`;
  // Locked first: a reference that is being written holds the row, and is seen by the second statement once it is committed.
  await sql`with ${change} select from ${packed} order by r.id for update of r`.execute(tenant.db);
  const { rows } = await sql<{ id: number; label: string | null; used: boolean; done: boolean }>`
    with ${change},
    found as (
      select r.id, ${sql.ref(`r.${key}`)} as label, to_jsonb(r) @> change.now::jsonb as is_same, change.is_new and (${isUsed}) as is_used
      from ${packed}
    ),
    deleted as (
      delete from ${table} r using change join found using (id)
      where ${inAccount(tenant, 'r')} and r.id = change.id and change.is_new and found.is_same and not found.is_used returning r.id
    ),
    restored as (
      update ${table} r set (${names(setBy(shape))}) = row(${before}) from change join found using (id)
      where ${inAccount(tenant, 'r')} and r.id = change.id and not change.is_new and found.is_same returning r.id
    )
    select change.id, found.label, found.is_same and found.is_used as used,
      change.id in (select id from deleted union all select id from restored) as done
    from change left join found using (id)`.execute(tenant.db);
  const kept = rows.filter(({ done }) => !done);
  return {
    undone: rows.length - kept.length,
    kept: kept.map(({ id, label, used }) => ({ id, label: label ?? `#${id}`, reason: { code: reasonFor(label, used) } })),
  };
}

const reasonFor = (label: string | null, used: boolean) =>
  label === null ? 'deleted_since_import' : used ? 'used_since_import' : 'changed_since_import';
