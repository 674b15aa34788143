import { paces } from '../../sandbox/amware/pace.ts';
import { until } from '../faults/until.ts';
import { judge } from './agreement.ts';
import type { EdgeSize } from './edge.ts';
import { pace, type Stage } from './stage.ts';

/**
 * A SKU is linked as three units a sale, and mended while the warehouse has half of its orders and others are on their way: each is
 * replaced there before it is picked, so that nothing leaves beyond what was sold.
 */
export async function mendLink(stage: Stage, { orders, bought }: EdgeSize): Promise<void> {
  const { control } = stage.sandbox;
  control.set({ pace: paces.manual });
  // So that the channel's SKU is known.
  stage.sell(1);
  await stage.atWarehouse(1);
  await link(stage, 3);
  stage.sell(orders);
  await stage.buy(bought);
  await stage.atWarehouse(1 + Math.ceil(orders / 2));
  if ((await judge(stage)).beyond.length === 0) throw new Error('The wrong link changed nothing, so there was nothing to mend.');
  await link(stage, 1);
  stage.sell(orders);
  const isMended = () => until(async () => (await judge(stage)).beyond.length === 0, 60_000);
  if (!(await stage.allAtWarehouse()) || !(await isMended()))
    throw new Error(`Not mended at the warehouse: ${(await judge(stage)).beyond.slice(0, 5).join('; ')}`);
  control.set({ pace });
  const { floor, inbound, orders: there, asns } = control.client();
  for (const order of there.rows.values()) floor.advance(order);
  for (const asn of asns.rows.values()) inbound.receive(asn);
}

/** As a person saves it. Repeated while the web process does not reply. */
async function link({ seller, read }: Stage, units: number): Promise<void> {
  const saved = await until(async () => {
    const [known] = await read<{ connection: string; product: string }>(
      `select c.id as connection, p.id as product from connections c join products p on p.account_id = c.account_id and p.sku = 'MUG'
        where c.account_id = $1 and c.connector = 'ship_station'`,
      [seller.accountId],
    );
    const target = { connector_id: Number(known?.connection), connector_product_sku: 'MUG', product_id: Number(known?.product) };
    await seller.call('POST', '/api/connector-products', { connector_product: { ...target, units_per_sale: units } });
    return true;
  });
  if (!saved) throw new Error('MUG was not linked.');
}
