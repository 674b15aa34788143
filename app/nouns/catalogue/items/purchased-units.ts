import { type RawBuilder, sql } from 'kysely';

/**
 * A line of a purchase order has its source's quantities; `units_per_sale` is how many units of the warehouse's item one of them is. What
 * the warehouse is told, and what comes, are units.
 */
type Line = 'l' | 'x' | 'purchase_order_lines';

const column = (line: Line, name: string) => sql.ref(`${line}.${name}`);

/** Units that the warehouse is to receive of a line: what had come before we knew of it is not expected again. */
export const unitsDue = (line: Line): RawBuilder<number> =>
  sql`(${column(line, 'quantity')} - ${column(line, 'received_before')})::bigint * ${column(line, 'units_per_sale')}`;

/** Units of a line that have not come yet; less than none where more came. */
export const unitsToCome = (line: Line): RawBuilder<number> => sql`(${unitsDue(line)} - ${column(line, 'quantity_received')})`;

/** Units that came of a line beyond what was ordered; less than none where some have not come yet. */
export const unitsOver = (line: Line): RawBuilder<number> => sql`(${column(line, 'quantity_received')} - ${unitsDue(line)})`;
