import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Kind } from '../../catalogue/kinds.ts';
import type { ItemField } from '../../catalogue/values/fields.ts';

/** The fields of an item that these columns of a file set. A category is set by its name. */
export const fieldsOf = (columns: readonly string[]): ItemField[] =>
  columns.filter((name) => name !== 'sku').map((name) => (name === 'category' ? 'category_id' : (name as ItemField)));

/**
 * The rows of a batch of a file, as `code`, `seen`, `sku` and the values of these fields; `lacks`: it names a category that is gone. In the
 * order of their SKUs, in which everybody locks items.
 */
export function typedRows(tenant: Tenant, kind: Kind, fields: readonly ItemField[], given: RawBuilder<unknown>): RawBuilder<unknown> {
  const values = sql.join(fields.map((field) => sql`${typedValue('g', field)} as ${sql.ref(field)}`));
  return sql`select g.code, g.seen, g.sku, ${lacksCategory('g', fields)} as lacks, ${values} from (${given}) g
    ${withCategory(tenant, kind, 'g', fields)} order by g.sku collate "C"`;
}

/** A column's text, in a relation of a file's columns, as the value of its field. */
export function typedValue(relation: string, field: ItemField): RawBuilder<unknown> {
  const text = sql.ref(`${relation}.${field === 'category_id' ? 'category' : field}`);
  if (field === 'name') return text;
  if (field === 'weight') return sql`nullif(${text}, '')::numeric(12, 4)`;
  if (field === 'reorder_point' || field === 'expiry_days') return sql`nullif(${text}, '')::int`;
  return field === 'category_id' ? sql`category.id` : sql`nullif(${text}, '')`;
}

/** What an item has of these fields, as a text that is compared with what a check saw. */
export function seenItem(item: string, fields: readonly ItemField[]): RawBuilder<string> {
  const columns = ['sku', ...fields].map((field) => sql.ref(`${item}.${field}`));
  return sql<string>`hash_record_extended(row(${sql.join(columns)}), 0)::text`;
}

/** The category of a row of this relation, as `category`, where the file names categories. */
export const withCategory = (tenant: Tenant, kind: Kind, relation: string, fields: readonly ItemField[]): RawBuilder<unknown> =>
  fields.includes('category_id')
    ? sql`left join categories category on ${inAccount(tenant, 'category')} and category.kind = ${kind}
      and lower(category.name) = lower(${sql.ref(`${relation}.category`)})`
    : sql``;

/** Whether a row of this relation names a category that is gone. */
const lacksCategory = (relation: string, fields: readonly ItemField[]): RawBuilder<boolean> =>
  fields.includes('category_id')
    ? sql<boolean>`(category.id is null and coalesce(${sql.ref(`${relation}.category`)}, '') <> '')`
    : sql<boolean>`false`;
