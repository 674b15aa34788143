import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Kind } from '../../catalogue/kinds.ts';
import type { ItemField } from '../../catalogue/values/fields.ts';

/** The fields of an item that these columns of a file set. A category is set by its name. */
export const fieldsOf = (columns: readonly string[]): ItemField[] =>
  columns.filter((name) => name !== 'sku').map((name) => (name === 'category' ? 'category_id' : (name as ItemField)));

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
export const lacksCategory = (relation: string, fields: readonly ItemField[]): RawBuilder<boolean> =>
  fields.includes('category_id')
    ? sql<boolean>`(category.id is null and coalesce(${sql.ref(`${relation}.category`)}, '') <> '')`
    : sql<boolean>`false`;
