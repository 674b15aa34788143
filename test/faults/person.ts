import type { ComparedOrder } from '../../app/nouns/order-flow/shared-goods/contract.ts';
import type { Sale, Units } from './agreement/fates.ts';
import type { Product } from './product.ts';

/** An order that the channel split or merged, and that waits for somebody to decide. */
type Waiting = { id: string; remote_id: string };

/**
 * Decides about orders that wait because the channel split or merged them, as a person who knows what was sold: takes out of each
 * what went with another order and sends the rest, or says that these are the same goods. Works through the product's own calls.
 */
export async function decideWhatWaits(product: Product, sales: Sale[]): Promise<void> {
  const { seller, read } = product;
  const sold = new Map(sales.flatMap(({ purchase }) => [...purchase.orders].map((remoteId) => [remoteId, purchase.sold] as const)));
  for (const { id, remote_id } of await read<Waiting>(waitingOrders, [seller.accountId]))
    await decideAbout(product, Number(id), sold.get(remote_id) ?? {}).catch(throwUnlessPassing);
  for (const { id } of await read<Pick<Waiting, 'id'>>(takersWhoseGoodsLeft, [seller.accountId]))
    await seller.call('POST', `/api/orders/${id}/keep-as-sent`).catch(throwUnlessPassing);
}

/** Those that ask, and those that were merged into an order that had left without their goods. */
const waitingOrders = `
  select id, remote_id from orders o where account_id = $1 and (shared_goods = 'undecided' and order_status = 'error'
    or ended_by = 'merged' and shared_goods is null and exists (select from order_merges m
      where m.account_id = $1 and m.connection_id = o.connection_id and m.remote_id = o.remote_id and m.came_too_late))`;

/** Those that had left when others were merged into them, once it is decided about the others: the channel may be told then. */
const takersWhoseGoodsLeft = `
  select o.id from orders o where o.account_id = $1 and exists (select from issues i where i.account_id = $1 and i.order_id = o.id
      and i.type = 'changed_after_release' and i.subject = 'added' and i.closed_at is null)
    and not exists (select from order_merges m left join orders part on part.account_id = $1 and part.connection_id = m.connection_id and part.remote_id = m.remote_id
      where m.account_id = $1 and m.into_id = o.id and (part.id is null or part.ended_by = 'merged' and part.shared_goods is null))`;

async function decideAbout({ seller, read }: Product, id: number, sold: Units): Promise<void> {
  const { orders } = (await seller.call('GET', `/api/orders/${id}/compare`)) as { orders: ComparedOrder[] };
  const others = orders.filter((order) => order.relation !== null && order.order_status !== 'cancelled');
  const left = { ...sold };
  for (const { sku, quantity } of others.flatMap(({ lines }) => lines)) left[sku] = (left[sku] ?? 0) - quantity;
  const lines = await read<{ id: string; sku: string; quantity: number }>(
    'select id, sku, quantity from order_lines where account_id = $1 and order_id = $2 and not is_charge order by id',
    [seller.accountId, id],
  );
  const kept = lines.map(({ id, sku, quantity }) => {
    const keeps = Math.max(0, Math.min(quantity, left[sku] ?? 0));
    left[sku] = (left[sku] ?? 0) - keeps;
    return { id: Number(id), quantity, keeps };
  });
  if (kept.every(({ keeps }) => keeps === 0)) {
    if (orders.some((order) => order.id === id && order.order_status === 'error'))
      await seller.call('POST', `/api/orders/${id}/same-goods`);
    return;
  }
  const lineItems = kept.flatMap(({ id, quantity, keeps }) =>
    keeps === quantity ? [] : [keeps === 0 ? { id, isDelete: true } : { id, quantity: keeps }],
  );
  if (lineItems.length > 0) await seller.call('PUT', '/api/orders/save', { order: { id, lineItems } });
  await seller.call('POST', `/api/orders/${id}/ship-too`);
}

/** While the web process is down, and when a call is refused because things have changed, a person looks again a little later. */
export function throwUnlessPassing(error: Error): void {
  if (!(error instanceof TypeError) && error.name !== 'TimeoutError' && !/^(404|409|5\d\d) /.test(error.message)) throw error;
}
