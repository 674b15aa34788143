import { type RawBuilder, sql } from 'kysely';
import { notify } from '../../../platform/events.ts';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Topic } from '../../../platform/topics.ts';
import { type Pack, packedAs, unpacked } from '../../base/changes/packed.ts';
import { nouns } from '../../base/nouns.ts';
import type { FiledRecord } from '../exports/files-of.ts';
import type { ImportColumn, ImportEntity, ImportJob, Undone } from './entity.ts';

type Table = {
  /** Also that of the table. */
  name: FiledRecord;
  number: number;
  /** Texts of the table by their names, empty and not null where there is nothing. The first names a record, in whatever letters. */
  columns: readonly [ImportColumn, ...ImportColumn[]];
  topic: Topic;
  /** Headers of our own exports that are not read. */
  notRead?: readonly string[];
};

/** How files are imported into a table whose columns are those of the files, and whose records nothing follows from. */
export const tableImport = ({ name, number, columns, topic, notRead = [] }: Table): ImportEntity => ({
  ...{ name, number, columns, notRead },
  judge: (tenant, job) => judge(tenant, shapeOf(name, columns, job)),
  current: (tenant, keys, job) => current(tenant, shapeOf(name, columns, { ...job, columns: columns.map((each) => each.name) }), keys),
  apply: (tenant, job, given) => apply(tenant, job.group, shapeOf(name, columns, job), given),
  undo: (tenant, job, pack) => undo(tenant, shapeOf(name, columns, job), pack),
  async after(tenant) {
    notify(tenant, topic);
    return null;
  },
  afterUndo: async (tenant) => notify(tenant, topic),
});

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

const objectOf = (relation: string, fields: string[]) =>
  sql`json_build_object(${sql.join(fields.flatMap((field) => [sql.lit(field), sql.ref(`${relation}.${field}`)]))})`;

const judge = (tenant: Tenant, shape: Shape): RawBuilder<unknown> => sql`
  select i.n, case when i.is_wrong then 'w' when r.id is null then 'c' when ${differs(shape, 'i')} then 'u' else 's' end as code,
    null::text as seen, null::text as column_name, null::jsonb as problem, null::jsonb as expected
  from input i left join ${shape.table} r on ${named(tenant, shape, 'i')}`;

const current = (tenant: Tenant, { table, key, fields }: Shape, keys: string[]): RawBuilder<unknown> => sql`
  select key, ${objectOf('r', [key, ...fields])} as was from unnest(${keys}::text[]) as key
  join ${table} r on ${inAccount(tenant, 'r')} and lower(${sql.ref(`r.${key}`)}) = lower(key)`;

async function apply(tenant: Tenant, group: number, shape: Shape, given: RawBuilder<unknown>): Promise<number> {
  const { table, noun, key, fields } = shape;
  const all = [key, ...fields];
  const { rows } = await sql<{ count: number }>`
    with typed as materialized (${given}),
    changed as (
      update ${table} r set (${names(setBy(shape))}) = row(${names(setBy(shape), fields.length > 0 ? 'typed.' : 'r.')}) from typed
      where ${named(tenant, shape, 'typed')} and ${differs(shape, 'typed')}
      returning json_build_object('id', r.id, 'was', ${objectOf('old', fields)}, 'now', ${objectOf('new', fields)}) as change
    ),
    created as (
      insert into ${table} as r (account_id, ${names(all)})
      select ${tenant.accountId}::bigint, ${names(all, 'typed.')} from typed
      where not exists (select from ${table} r where ${named(tenant, shape, 'typed')}) on conflict do nothing
      returning json_build_object('id', r.id, 'now', ${objectOf('r', all)}) as change
    ),
    stored as (
      insert into changes (account_id, group_id, user_id, noun, form, packed)
      ${packedAs(tenant, { group, noun, form: 'changed' }, sql`json_agg(change)`, sql`changed`)}
      union all ${packedAs(tenant, { group, noun, form: 'created' }, sql`json_agg(change)`, sql`created`)}
    )
    select ((select count(*) from changed) + (select count(*) from created))::int as count`.execute(tenant.db);
  return rows[0]?.count ?? 0;
}

/** What the import changed goes back and what it created goes, where it is still as the import left it. */
async function undo(tenant: Tenant, shape: Shape, pack: Pack): Promise<Undone> {
  const { table, key, fields } = shape;
  const before = fields.length > 0 ? sql.join(fields.map((field) => sql`change.was ->> ${sql.lit(field)}`)) : names([key], 'r.');
  const { rows } = await sql<{ id: number; label: string | null; done: boolean }>`
    with change as (
      select (each ->> 'id')::bigint as id, each -> 'was' as was, each -> 'now' as now, ${pack.form === 'created'}::boolean as is_new
      from (${unpacked(tenant, pack)}) as c
    ),
    found as (
      select r.id, ${sql.ref(`r.${key}`)} as label, to_jsonb(r) @> change.now::jsonb as is_same
      from change join ${table} r on ${inAccount(tenant, 'r')} and r.id = change.id for update of r
    ),
    deleted as (
      delete from ${table} r using change join found using (id)
      where ${inAccount(tenant, 'r')} and r.id = change.id and change.is_new and found.is_same returning r.id
    ),
    restored as (
      update ${table} r set (${names(setBy(shape))}) = row(${before}) from change join found using (id)
      where ${inAccount(tenant, 'r')} and r.id = change.id and not change.is_new and found.is_same returning r.id
    )
    select change.id, found.label, change.id in (select id from deleted union all select id from restored) as done
    from change left join found using (id)`.execute(tenant.db);
  const kept = rows.filter(({ done }) => !done);
  const reasonOf = (label: string | null) => ({ code: label === null ? 'deleted_since_import' : 'changed_since_import' }) as const;
  return {
    undone: rows.length - kept.length,
    kept: kept.map(({ id, label }) => ({ id, label: label ?? `#${id}`, reason: reasonOf(label) })),
  };
}
