import { type RawBuilder, sql } from 'kysely';

/** Columns of an address by its parts, as expressions. */
export type Recipient = Record<'name' | 'line1' | 'postalCode' | 'country', RawBuilder<unknown>>;

/**
 * Two addresses are of the same recipient: country and postal code agree, and so does the name or the street. Systems write them in
 * other cases, with other blanks and dots, and add four digits to a postal code of the United States.
 */
export const isSameRecipient = (one: Recipient, other: Recipient): RawBuilder<boolean> => sql<boolean>`(
  upper(btrim(${one.country})) = upper(btrim(${other.country})) and ${postalOf(one)} = ${postalOf(other)}
  and (${plain(one.name)} = ${plain(other.name)} or ${plain(one.line1)} = ${plain(other.line1)}))`;

const postalOf = ({ postalCode, country }: Recipient) =>
  sql`left(${plain(postalCode)}, case when upper(btrim(${country})) = 'US' then 5 else 40 end)`;

/** Null where nothing is left, which equals nothing. */
const plain = (text: RawBuilder<unknown>) =>
  sql`nullif(regexp_replace(lower(left(coalesce(${text}, ''), 200)), '[[:space:].,;:''"/-]+', '', 'g'), '')`;
