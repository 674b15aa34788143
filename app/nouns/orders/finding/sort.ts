import { type RawBuilder, sql } from 'kysely';
import type { OrderFilter, OrderSort } from '../../order-flow/contract/filter.ts';

/** The columns of a sort, the last one unique, so that equal rows keep one order across pages. */
const columns: Record<OrderSort, readonly string[]> = {
  order_date: ['order_date', 'id'],
  order_number: ['id'],
  order_status: ['order_status', 'order_date', 'id'],
  customer_name: ['customer_name', 'id'],
  total_cost: ['total_cost', 'id'],
};
/** Within a status the newest come first when statuses ascend, as in the index. */
const goesAgainst = new Set(['order_status/order_date', 'order_status/id']);

export type Sort = Pick<OrderFilter, 'orderBy' | 'orderDir'>;

/** The `order by` of a sort, on an alias. */
export function orderedBy({ orderBy, orderDir }: Sort, alias: string): RawBuilder<unknown> {
  const other = orderDir === 'ASC' ? 'DESC' : 'ASC';
  const parts = columns[orderBy].map(
    (column) => sql`${sql.ref(`${alias}.${column}`)} ${sql.raw(goesAgainst.has(`${orderBy}/${column}`) ? other : orderDir)}`,
  );
  return sql.join(parts);
}

/** The reversed sort. */
export const reversed = ({ orderBy, orderDir }: Sort): Sort => ({ orderBy, orderDir: orderDir === 'ASC' ? 'DESC' : 'ASC' });
