import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import { sentenceSql } from '../../../../platform/sentence-sql.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ImportJob } from '../../../shared/imports/entity.ts';
import { expectations } from '../../../shared/imports/expectations.ts';
import { problems } from '../../../shared/imports/problems.ts';
import type { Kind } from '../../catalogue/kinds.ts';
import type { ItemField } from '../../catalogue/values/fields.ts';
import { fieldsOf, seenItem, typedValue, withCategory } from './typed.ts';

/**
 * What becomes of each row. A SKU that is there in other letters, or with zeros before it, is taken for a mistake and not for a new
 * item. Spaces around a value of ours are no difference.
 */
export function judgeItems(kind: Kind, tenant: Tenant, { columns, createCategories }: ImportJob): RawBuilder<unknown> {
  const fields = fieldsOf(columns);
  const table = sql.table(kind);
  const name = fields.includes('name') ? sql`i.name` : sql`''`;
  const isNameless = sql`${name} = '' and (r.id is null or (${fields.includes('name')} and r.name <> ''))`;
  // A category that is to be created differs from whatever the item has.
  const differing = fields.map((field) =>
    field === 'category_id' && createCategories ? sql`(${differs(field)} or (i.category <> '' and category.id is null))` : differs(field),
  );
  return sql`
    select i.n,
      case when i.is_wrong or (${isNameless}) or alike.sku is not null or zeros.sku is not null then 'w' when r.id is null then 'c'
        when ${differing.length > 0 ? sql.join(differing, sql` or `) : sql`false`} then 'u' else 's' end as code,
      case when r.id is not null then ${seenItem('r', fields)} end as seen,
      case when i.is_wrong then null when alike.sku is not null or zeros.sku is not null then 'sku'
        when ${isNameless} then 'name' end as column_name,
      case when i.is_wrong then null when alike.sku is not null then ${sentenceSql(problems, 'other_case', {})}
        when zeros.sku is not null then ${sentenceSql(problems, 'lost_zeros', {})}
        when ${isNameless} then ${sentenceSql(problems, 'missing', {})} end as problem,
      case when coalesce(alike.sku, zeros.sku) is null then ${sentenceSql(expectations, 'name', {})}
        else ${sentenceSql(expectations, 'value', { value: sql`coalesce(alike.sku, zeros.sku)` })} end as expected
    from input i
    left join lateral (select * from ${table} t where ${inAccount(tenant, 't')} and t.sku = i.sku limit 1) r on true
    left join lateral (
      select t.sku from ${table} t where r.id is null and ${inAccount(tenant, 't')} and t.sku_key = lower(i.sku) collate "C" limit 1
      ) alike on not i.is_wrong
    left join lateral (
      select t.sku from ${table} t where r.id is null and i.sku ~ '^[1-9][0-9]*$' and (${hasZeros(tenant, table)})
        and ${inAccount(tenant, 't')} and t.sku = any(array(
          select lpad(i.sku, length, '0') from generate_series(length(i.sku) + 1, 14) as length)) limit 1
      ) zeros on not i.is_wrong
    ${withCategory(tenant, kind, 'i', fields)}`;
}

/** Whether any SKU begins with a zero: where none does, none can have lost one. */
const hasZeros = (tenant: Tenant, table: RawBuilder<unknown>) =>
  sql`select exists (select from ${table} t where ${inAccount(tenant, 't')} and t.sku_key >= '0' collate "C"
    and t.sku_key < '1' collate "C")`;

function differs(field: ItemField): RawBuilder<unknown> {
  const [value, has] = [typedValue('i', field), sql.ref(`r.${field}`)];
  if (isNoText.has(field)) return sql`${value} is distinct from ${has}`;
  const trimmed = sql`btrim(${has}, ${sql.lit(spaces)})`;
  const text = field === 'name' ? value : sql`coalesce(${value}, '')`;
  return sql`(${value} is distinct from ${has} and ${text} is distinct from coalesce(${trimmed}, ''))`;
}

const isNoText: ReadonlySet<ItemField> = new Set(['category_id', 'weight', 'reorder_point', 'expiry_days']);

/** What a cell is trimmed of. */
const spaces =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** What items of these SKUs have, as texts by column. */
export const currentItems = (kind: Kind, tenant: Tenant, keys: string[]): RawBuilder<unknown> => sql`
  select i.sku as key, json_build_object('sku', i.sku, 'name', i.name, 'upc', i.upc, 'description', i.description, 'category', c.name,
    'image_url', i.image_url, 'unit', i.unit,
    'weight', trim_scale(i.weight)::text, 'warehouse_location', i.warehouse_location, 'reorder_point', i.reorder_point::text,
    'expiry_days', i.expiry_days::text) as was
  from unnest(${keys}::text[]) as key
  cross join lateral (select * from ${sql.table(kind)} t where ${inAccount(tenant, 't')} and t.sku = key limit 1) i
  left join categories c on ${inAccount(tenant, 'c')} and c.id = i.category_id`;
