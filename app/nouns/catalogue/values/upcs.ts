import { type RawBuilder, sql } from 'kysely';

/** The article that a UPC names, as `articleOf` of article.ts has it; null where it names none. */
export const article = (upc: RawBuilder<unknown>): RawBuilder<string | null> => sql`case
  when translate(${upc}, ' -', '') ~ '^[0-9]{8,14}$' and ltrim(${number(upc)}, left(${number(upc)}, 1)) <> ''
  then ${number(upc)} end`;

const number = (upc: RawBuilder<unknown>) => sql`ltrim(translate(${upc}, ' -', ''), '0')`;

/** Whether two UPCs name different articles. Not so where one of them is unknown. */
export const upcsDiffer = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`coalesce(${article(one)} <> ${article(other)}, false)`;

/** Whether two UPCs are known, and name the same article. */
export const upcsAgree = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`coalesce(${article(one)} = ${article(other)}, false)`;

/** The first of two UPCs, but for one that names no article where the other does. */
export const firstUpc = (one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<string | null> =>
  sql`case when ${article(one)} is null and ${article(other)} is not null then ${other} else coalesce(${one}, ${other}) end`;

/**
 * The UPC by which a row of `products` is recognised: the warehouse's, which has the goods in its hands. What a person or a file says
 * counts where the warehouse names no article.
 */
export const recognisedUpc = (products: string): RawBuilder<string | null> =>
  firstUpc(
    sql`nullif(btrim(${sql.ref(`${products}.warehouse_values`)} ->> 'upc'), '')`,
    sql`nullif(btrim(${sql.ref(`${products}.upc`)}), '')`,
  );
