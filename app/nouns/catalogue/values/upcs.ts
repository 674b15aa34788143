import { type RawBuilder, sql } from 'kysely';

/** A UPC, an EAN and a GTIN of one article differ in their leading zeros alone. */
const article = (upc: RawBuilder<unknown>) => sql`nullif(ltrim(btrim(${upc}), '0'), '')`;

/** Whether two UPCs name different articles. Not so where one of them is unknown. */
export const upcsDiffer = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`coalesce(${article(one)} <> ${article(other)}, false)`;

/** Whether two UPCs are known, and name the same article. */
export const upcsAgree = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`coalesce(${article(one)} = ${article(other)}, false)`;

/**
 * The UPC by which a row of `products` is recognised: the warehouse's, which has the goods in its hands. What a person or a file says
 * counts where the warehouse names none.
 */
export const recognisedUpc = (products: string): RawBuilder<string | null> =>
  sql`coalesce(nullif(btrim(${sql.ref(`${products}.warehouse_values`)} ->> 'upc'), ''), nullif(btrim(${sql.ref(`${products}.upc`)}), ''))`;
