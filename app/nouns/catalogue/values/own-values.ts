import { type RawBuilder, sql } from 'kysely';
import { type FedField, fedFields, type ItemField, isFed } from './fields.ts';

/*
 * Who owns a field. A field that a person or an import set is a key of `warehouse_values`; its value there is what the warehouse
 * calls it. The feed changes that value, and no longer the field, until the field is given back.
 */

/**
 * For `update … set`: sets these fields of `items` to those of `given` (two relations of the statement, with columns of the same
 * names), as a person's or an import's, in any number of rows. A field whose value stays does not change hands.
 */
export function setByPerson(items: string, given: string, fields: readonly ItemField[]): RawBuilder<unknown> {
  const values = fields.map((field) => sql`${sql.ref(field)} = ${sql.ref(`${given}.${field}`)}`);
  return sql`${sql.join([...values, sql`warehouse_values = ${ownedAfter(items, given, fields)}`])}, updated_at = now()`;
}

/** For `where`, beside `setByPerson`: only rows in which one of these fields differs need to be written. */
export const differs = (items: string, given: string, fields: readonly ItemField[]): RawBuilder<unknown> =>
  sql`row(${columnsOf(items, fields)}) is distinct from row(${columnsOf(given, fields)})`;

/** `warehouse_values` of a row that is created with these fields of `given`. What is left empty stays open to the warehouse. */
export function ownedWhenNew(given: string, fields: readonly ItemField[]): RawBuilder<unknown> {
  const fed = fields.filter(isFed);
  if (fed.length === 0) return sql`'{}'::jsonb`;
  const owned = fed.map((field) => {
    const mine = sql.lit(JSON.stringify({ [field]: null }));
    return sql`case when ${sql.ref(`${given}.${field}`)} is null then '{}' else ${mine}::jsonb end`;
  });
  const all = JSON.stringify(Object.fromEntries(fed.map((field) => [field, null])));
  // What most files say needs no putting together.
  return sql`case when num_nulls(${columnsOf(given, fed)}) = 0 then ${sql.lit(all)}::jsonb
    else ${sql.join([sql`'{}'::jsonb`, ...owned], sql` || `)} end`;
}

function ownedAfter(items: string, given: string, fields: readonly ItemField[]): RawBuilder<unknown> {
  const owned = sql.ref(`${items}.warehouse_values`);
  const taken = fields.filter(isFed).map((field) => {
    const [before, after] = [sql.ref(`${items}.${field}`), sql.ref(`${given}.${field}`)];
    return sql`case when ${before} is distinct from ${after} and not jsonb_exists(${owned}, ${sql.lit(field)})
      then ${objectOf({ [field]: before })} else '{}' end`;
  });
  return sql.join([owned, ...taken], sql` || `);
}

/** For `on conflict do update set`, in the statement that stores the feed into `items`: `excluded` has when that is, too. */
export function setByFeed(items: string): RawBuilder<unknown> {
  const values = fedFields.map((field) => sql`${sql.ref(field)} = ${fedValue(items, field)}`);
  return sql`${sql.join(values)}, warehouse_values = ${valuesBeside(items)},
    named_at = coalesce(${sql.ref(`${items}.named_at`)}, excluded.named_at), gone_at = null, updated_at = excluded.updated_at`;
}

/** For `where`, beside `setByFeed`: a repeated item changes nothing. */
export function differsFromFeed(items: string): RawBuilder<unknown> {
  const fed = sql.join(fedFields.map((field) => fedValue(items, field)));
  return sql`row(${columnsOf(items, fedFields)}, ${sql.ref(`${items}.warehouse_values`)})
      is distinct from row(${fed}, ${valuesBeside(items)})
    or ${sql.ref(`${items}.named_at`)} is null or ${sql.ref(`${items}.gone_at`)} is not null`;
}

const fedValue = (items: string, field: FedField) =>
  sql`case when jsonb_exists(${sql.ref(`${items}.warehouse_values`)}, ${sql.lit(field)})
    then ${sql.ref(`${items}.${field}`)} else ${sql.ref(`excluded.${field}`)} end`;

function valuesBeside(items: string): RawBuilder<unknown> {
  const owned = sql.ref(`${items}.warehouse_values`);
  const fed = objectOf(Object.fromEntries(fedFields.map((field) => [field, sql.ref(`excluded.${field}`)])));
  return sql`case when ${owned} = '{}' then ${owned}
    else ${fed} - array(select field from unnest(${sql.lit(`{${fedFields.join()}}`)}::text[]) as field
      where not jsonb_exists(${owned}, field)) end`;
}

/** Not `jsonb_build_object`: that depends on settings, so that several nodes would have to compute it before they know the row. */
const objectOf = (texts: Record<string, RawBuilder<unknown>>) =>
  sql`jsonb_object(array[${sql.join(Object.keys(texts).map((key) => sql.lit(key)))}], array[${sql.join(Object.values(texts))}])`;

/** For `update … set`: the warehouse's values take the place of these, and the feed sets them again. */
export function setByGivingBack(fields: readonly FedField[]): RawBuilder<unknown> {
  const values = fields.map((field) => {
    const theirs = sql`warehouse_values ->> ${sql.lit(field)}`;
    const value = field === 'name' ? sql`coalesce(${theirs}, name)` : theirs;
    return sql`${sql.ref(field)} = case when jsonb_exists(warehouse_values, ${sql.lit(field)}) then ${value} else ${sql.ref(field)} end`;
  });
  return sql`${sql.join(values)}, warehouse_values = warehouse_values - ${[...fields]}::text[], updated_at = now()`;
}

const columnsOf = (relation: string, fields: readonly string[]) => sql.join(fields.map((field) => sql.ref(`${relation}.${field}`)));
