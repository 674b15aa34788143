import { type RawBuilder, sql } from 'kysely';
import type { OrderFilter, OrderSort } from '../filter.ts';

/** What a sort goes by, the last column unique: equal ones keep one order through all pages. */
const columns: Record<OrderSort, readonly string[]> = {
  order_date: ['order_date', 'id'],
  order_number: ['id'],
  order_status: ['order_status', 'order_date', 'id'],
  customer_name: ['customer_name', 'id'],
  total_cost: ['total_cost', 'id'],
};
/** Of one status the newest come first where statuses ascend, as in the index. */
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

/** The same list from its other end. */
export const reversed = ({ orderBy, orderDir }: Sort): Sort => ({ orderBy, orderDir: orderDir === 'ASC' ? 'DESC' : 'ASC' });
