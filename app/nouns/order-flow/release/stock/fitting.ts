/** Units of a product that an order needs. */
export type Need = { productId: number; sku: string; units: number };
export type OrderNeeds = { orderId: number; needs: Need[] };
/** Units that may still be promised, by product; null where the warehouse has not counted it: then it decides. */
export type Free = Map<number, number | null>;
type Lacking = OrderNeeds & { missing: (Need & { free: number })[] };

/** Which orders can be served, the first ones first, each with all that it needs or with nothing. */
export function fitting(orders: readonly OrderNeeds[], free: Free): { served: OrderNeeds[]; lacking: Lacking[] } {
  const left = new Map(free);
  const served: OrderNeeds[] = [];
  const lacking: Lacking[] = [];
  for (const order of orders) {
    const missing = order.needs.flatMap((need) => {
      const units = left.get(need.productId) ?? null;
      return units !== null && units < need.units ? [{ ...need, free: units }] : [];
    });
    if (missing.length > 0) {
      lacking.push({ ...order, missing });
      continue;
    }
    served.push(order);
    for (const { productId, units } of order.needs) {
      const before = left.get(productId) ?? null;
      if (before !== null) left.set(productId, before - units);
    }
  }
  return { served, lacking };
}
