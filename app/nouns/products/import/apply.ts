import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { enqueueReindex, skipRowReindex } from '../../../../platform/words/due.ts';
import { packedAs } from '../../../base/changes/packed.ts';
import type { AppliedRows, ImportJob } from '../../../shared/imports/entity.ts';
import { type Kind, kinds } from '../../catalogue/kinds.ts';
import type { ItemField } from '../../catalogue/values/fields.ts';
import { differs, ownedWhenNew, setByPerson } from '../../catalogue/values/own-values.ts';
import { itemWords } from '../../catalogue/words/item-words.ts';
import { leftOutItems } from './left-out.ts';
import { fieldsOf, seenItem, typedRows } from './typed.ts';

type Applied = { count: number; rows: number };

/**
 * Sets what the rows say, and creates the items that are not there. Most rows still do what the check found: where some did not, each is
 * looked at, and left out unless there is what it says. Returns how many changed or were created, and what was left out.
 */
export async function applyItems(kind: Kind, tenant: Tenant, job: ImportJob, given: RawBuilder<unknown>): Promise<AppliedRows> {
  if (fieldsOf(job.columns).length === 0) return { applied: 0, leftOut: [] };
  await skipRowReindex(tenant);
  const { count, rows } = await applyTo(kind, tenant, job, given);
  return { applied: count, leftOut: count === rows ? [] : await leftOutItems(kind, tenant, job, given) };
}

/** To prepare for it takes a tenth of creating an item. */
const leaveIt = sql`on conflict (account_id, sku) do nothing`;

async function applyTo(
  kind: Kind,
  tenant: Tenant,
  { group, columns, trustsCheck }: ImportJob,
  given: RawBuilder<unknown>,
): Promise<Applied> {
  const fields = fieldsOf(columns);
  const { accountId } = tenant;
  const table = sql.table(kind);
  const noun = kinds[kind].one;
  const names = sql.join(fields.map((field) => sql.ref(field)));
  const { rows } = await sql<Applied>`
    with typed as materialized (${typedRows(tenant, kind, fields, given)}),
    changed as (
      update ${table} item set ${setByPerson('item', 'typed', fields)} from typed
      where typed.code = 'u' and not typed.lacks and ${inAccount(tenant, 'item')} and item.sku = typed.sku
        and ${differs('item', 'typed', fields)} and coalesce(typed.seen = ${seenItem('item', fields)}, true)
      returning item.id, old.updated_at as was_at, ${bothOf(fields)}, old.warehouse_values::text as was_own,
        ${isRenamed(fields)} as is_renamed
    ),
    noted as (${enqueueReindex(tenant, itemWords[kind], sql`changed where is_renamed`)}),
    created as (
      insert into ${table} (account_id, sku, ${names}, warehouse_values)
      select ${accountId}::bigint, sku, ${names}, ${ownedWhenNew('typed', fields)} from typed where ${fields.includes('name')}
        and typed.code = 'c' and not typed.lacks
      ${trustsCheck ? sql`` : leaveIt} returning id
    ),
    stored as (
      insert into changes (account_id, group_id, user_id, noun, form, packed)
      ${packedAs(tenant, { group, noun, form: 'changed' }, sql`('[' || string_agg(${changeOf(fields)}, ',') || ']')::json`, sql`changed`)}
      union all ${packedAs(tenant, { group, noun, form: 'created' }, sql`json_agg(id)`, sql`created`)} returning 1
    )
    select ((select count(*) from changed) + (select count(*) from created))::int as count, (select count(*)
      from typed)::int as rows`.execute(tenant.db);
  return rows[0] ?? { count: 0, rows: 0 };
}

/** Whether an update changed what an item is searched by. */
const isRenamed = (fields: readonly ItemField[]) =>
  sql`${fields.includes('name') || fields.includes('upc')} and (old.name, old.upc) is distinct from (new.name, new.upc)`;

/** What it had and has of these fields. They become text only later, because nodes compute no such text where a row is returned. */
const bothOf = (fields: readonly ItemField[]) =>
  sql.join(fields.map((field) => sql`old.${sql.ref(field)} as ${was(field)}, new.${sql.ref(field)} as ${now(field)}`));

const was = (field: ItemField) => sql.ref(`was_${field}`);
const now = (field: ItemField) => sql.ref(`now_${field}`);

/**
 * What an update changed, for the undo, as the text of a JSON object: `was` and `now` have only the fields that differ, `at` says since
 * when it was as it was. It is put together by hand, because `json_build_object` of all fields costs a fourth of the update.
 */
function changeOf(fields: readonly ItemField[]): RawBuilder<unknown> {
  const values = (of: typeof was) =>
    sql.join(
      fields.map(
        (field) => sql`case when ${was(field)} is distinct from ${now(field)} then ${sql.lit(`"${field}":`)} ||
          coalesce(to_json(${of(field)})::text, 'null') || ',' else '' end`,
      ),
      sql` || `,
    );
  return sql`'{"id":' || id || ',"at":' || to_json(was_at)::text || ',"was":{' || ${values(was)} || '"warehouse_values":' || was_own
    || '},"now":{' || ${values(now)} || '"id":' || id || '}}'`;
}
