import { noting, type Warehouse } from './warehouse.ts';

const building = 'KY1';

/** The warehouse of our own contract. What its people do it does by itself, at the pace of the sandbox. */
export const amware: Warehouse = {
  ...{ connector: 'amware', method: 'UPSGR', building, writes: { submit: 'submit_order', announce: 'create_asn' } },
  settings: (origin) => ({ api_key: 'demo-amware-key', base_url: `${origin}/amware`, webhook_secret: 'demo-webhook-secret' }),
  open: (control, skus) =>
    void control.client().catalogue.take(skus.map((sku) => ({ sku, name: `A ${sku.toLowerCase()}`, units: 1_000_000 }))),
  orders: (control) => (control.state().amware[0]?.orders ?? []).map((order) => ({ ...order, recipient: order.shipTo.name })),
  asns: (control) => control.state().amware[0]?.asns ?? [],
  receipts: (control) => control.state().amware[0]?.receipts ?? [],
  shelves(control) {
    const units: Record<string, number> = {};
    for (const { sku, warehouse_id, on_hand } of control.client().shelves.rows.values())
      if (warehouse_id === building) units[sku] = (units[sku] ?? 0) + on_hand;
    return units;
  },
  watch(control, note) {
    const { shelves } = control.client();
    for (const change of ['put', 'ship'] as const) noting(shelves as never, change, note);
  },
};
