import type { WarehouseOrder } from '../../../../connectors/contract.ts';
import type { Column } from '../../../../platform/columns.ts';
import { idsOf } from '../../../../platform/ids.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Lacking } from '../../../shared/issues/types/sent-otherwise.ts';
import { asReplacement, asWarehouseOrder, type Composed, composedOrders, type Replacement } from '../release/adopting/composed.ts';
import { asIfChecked } from './as-if-checked.ts';
import { changesOf } from './changes.ts';
import { type ComparedOrder, type Facts, factsOf } from './facts.ts';
import { type Obstacle, obstacleTo } from './obstacle.ts';

/** A warehouse order, compared with what the rules and mappings of now make of it. */
export type Compared = {
  warehouseOrderId: Column<'warehouse_orders', 'id'>;
  /** Something else was asked for before, and has not been replied to. */
  replaces: boolean;
  target: Replacement;
  /** Those of its orders that differ. */
  orders: ComparedOrder[];
  /** All of its orders. */
  orderIds: number[];
  /** Why it cannot be replaced, if it cannot. */
  obstacle: Obstacle | null;
};

/**
 * Compares what was sent with what would be sent now. Looks as if the orders were checked again, and changes nothing. Without `wait`, what
 * somebody else works on is left out.
 */
export async function compareSent(tenant: Tenant, warehouseOrderIds: number[], { wait = true } = {}): Promise<Compared[]> {
  if (warehouseOrderIds.length === 0) return [];
  const facts = await factsOf(tenant, warehouseOrderIds);
  const before = await composedOrders(tenant, warehouseOrderIds);
  const all = facts.flatMap(({ orders }) => idsOf(orders));
  const { value: after, lacking, orderIds } = await asIfChecked(tenant, all, { wait }, () => composedOrders(tenant, warehouseOrderIds));
  return facts.flatMap((order) => {
    const [was, is] = [before.get(order.id), after.get(order.id)];
    return was && is && order.orders.every(({ id }) => orderIds.has(id)) ? [compared(order, sentAs(was), is, lacking)] : [];
  });
}

/** What was sent before that was kept is what its orders' rows are: nothing changes them while the warehouse has them. */
const sentAs = (order: Composed): WarehouseOrder => order.sent ?? asWarehouseOrder(order);

function compared(facts: Facts, sent: WarehouseOrder, is: Composed, lacking: ReadonlyMap<number, Lacking>): Compared {
  const target = asReplacement(is);
  const orders = facts.orders.flatMap((order) => {
    const changes = changesOf(sent, ofOrder(is, order.id), new Set(order.lines));
    return changes.length > 0 ? [{ ...order, changes }] : [];
  });
  return {
    warehouseOrderId: facts.id,
    replaces: facts.replaces,
    target,
    orders,
    orderIds: idsOf(facts.orders),
    obstacle: obstacleTo(facts, target, orders, lacking),
  };
}

/** The message as the rules of one of its orders make it. */
function ofOrder(composed: Composed, orderId: number): WarehouseOrder {
  const own = composed.ruled.find(({ id }) => id === orderId);
  if (!own) return asWarehouseOrder(composed);
  const { shipping_code, warehouse_code, fields } = own;
  const first = { ...composed.first, shipping_code: shipping_code as string, warehouse_code, fields };
  return asWarehouseOrder({ ...composed, first });
}
