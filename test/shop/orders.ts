import type { OrderStatus } from '../../app/nouns/order-flow/order.ts';
import { wordIssue } from '../../app/shared/issues/issue.ts';
import type { TestDatabase } from '../database.ts';

export type OrderRow = {
  account_id: string;
  id: number;
  remote_id: string;
  source_order_number: string;
  order_status: OrderStatus;
  source_state: string;
  in_amware: number;
  amware_ref_num: string | null;
  warehouse_order_id: number | null;
  units_ordered: number;
  units_shipped: number;
  customer_name: string;
  address: string;
  city: string;
  note: string | null;
  source_details: object | null;
  shipping_code: string | null;
  warehouse_code: string | null;
  fields: Record<string, string>;
  locked: boolean;
  must_reread: boolean;
  on_hold: boolean;
  hold_outcome: string | null;
  cancel_outcome: string | null;
  cancelled_at: Date | null;
  order_number: string;
  gone_at: Date | null;
  ended_by: string | null;
  shared_goods: string | null;
  confirmed_at: Date | null;
  checked_at: Date | null;
  revision: number;
  /** Open ones, as `type:subject`. */
  issues: string[];
  sentences: string[];
  /** The timeline's kinds, oldest first. */
  events: string[];
  tracking: string[];
};

/** An account's orders with their open issues, timeline and tracking numbers, oldest first. Read as the owner of the database. */
export async function readOrders(own: TestDatabase, accountId: number): Promise<OrderRow[]> {
  const rows = await own.sql<OrderRow & { id: string; warehouse_order_id: string | null }>(
    `select o.*,
      coalesce((select array_agg(type || ':' || subject order by type, subject) from issues i
        where i.account_id = o.account_id and i.order_id = o.id and closed_at is null), '{}') as issues,
      coalesce((select json_agg(sentence order by type, subject) from issues i
        where i.account_id = o.account_id and i.order_id = o.id and closed_at is null), '[]') as sentences,
      coalesce((select array_agg(kind order by id) from order_events e where e.account_id = o.account_id and e.order_id = o.id), '{}') as events,
      coalesce((select array_agg(tracking_number order by id) from shipments s where s.account_id = o.account_id and s.order_id = o.id), '{}') as tracking
    from orders o where account_id = $1 order by id`,
    [accountId],
  );
  return rows.map((row) => ({
    ...row,
    sentences: row.sentences.map((sentence) => wordIssue(sentence)),
    id: Number(row.id),
    warehouse_order_id: row.warehouse_order_id === null ? null : Number(row.warehouse_order_id),
  }));
}
