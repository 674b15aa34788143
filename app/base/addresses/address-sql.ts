import { sql } from 'kysely';
import { needs } from './missing.ts';

const withoutBlanks = (column: string) => sql`btrim(coalesce(${sql.ref(`o.${column}`)}, ''), E' \\t\\r\\n')`;
const country = sql`upper(${withoutBlanks('country')})`;

/** The rule of address.ts for orders `o`: a query of the needed fields that are missing, with `place` and `field`. */
export const missingFields = sql`select place, field from (values ${sql.join(
  needs.map(({ field, onlyIn, exceptIn, oneOf }, place) => {
    const applies = onlyIn ? sql`${country} = any(${onlyIn}::text[])` : exceptIn ? sql`${country} <> all(${exceptIn}::text[])` : sql`true`;
    const isMissing = oneOf ? sql`not ${country} = any(${oneOf}::text[])` : sql`${withoutBlanks(field)} = ''`;
    return sql`(${sql.lit(place)}, ${sql.lit(field)}, ${isMissing} and ${applies})`;
  }),
)}) as need (place, field, is_missing) where is_missing`;
