import { expect } from 'vitest';
import { actOnOrder } from '../../app/nouns/orders/actions.ts';
import { getOrder } from '../../app/nouns/orders/detail/queries.ts';
import { wakeOutbox } from '../../app/shared/outbox/queue.ts';
import type { ChannelOrder, Result } from '../../connectors/contract.ts';
import { theirWords } from '../../connectors/http/reasons.ts';
import { buildShop, ofOrders, type ShopOptions } from '../build.ts';
import type { TestDatabase } from '../database.ts';
import { connectVendor, page } from './vendor.ts';

export const taken: Result<null> = { ok: true, value: null };
export const noLonger: Result<null> = { ok: false, failure: { kind: 'not_found', reason: theirWords('No such request.') } };
export const asks = { state: 'held' as const, cancelRequest: { id: 'r-1', reason: 'Wrong size', handle: 'h-1' } };

/** A shop whose channel asks to cancel, and whose warehouse moves when it is told to. `read`: its channel lists these orders. */
export async function asking(own: TestDatabase, options: ShopOptions = {}) {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 }, ...options });
  const vendor = await connectVendor(shop);
  vendor.decide = () => taken;
  await own.sql(
    `insert into shipping_options (account_id, connection_id, connector_code, amware_code) values ($1, $2, 'ground', 'UPSGR')`,
    [shop.accountId, vendor.id],
  );
  const read = async (...orders: ChannelOrder[]) => {
    vendor.queue = () => page(orders);
    await shop.sync();
    vendor.queue = () => page([]);
  };
  const decisions = () => vendor.asked.flatMap(({ name, what }) => (name === 'decide' ? [what] : []));
  const move = (steps: number) => {
    const { floor, orders } = shop.sandbox.control.client();
    for (const order of orders.rows.values()) for (let step = 0; step < steps; step++) floor.advance(order);
  };
  const order = (number = 'N-1') => shop.order(number);
  const detail = async (number = 'N-1') => {
    const { id } = await order(number);
    return (await shop.inTenant((tenant) => getOrder(tenant, id))) ?? expect.unreachable();
  };
  /** What a person does about the first order. A decision is not told yet: it can be undone. */
  const decide = async (action: 'accept-cancel' | 'refuse-cancel' | 'undo-cancel-decision' | 'mark-replied') => {
    const { id } = await order();
    await shop.inTenant((tenant) => actOnOrder(tenant, id, action));
    await shop.engine.runJobs();
  };
  /** The same, and the time for an undo is over. */
  const act = async (action: 'accept-cancel' | 'refuse-cancel' | 'mark-replied') => {
    await decide(action);
    await tell();
  };
  /** The time for an undo of what was decided is over. */
  const tell = async () => {
    await own.sql(`update outbox set due_at = now() where account_id = $1 and kind = 'decide_cancel' and state = 'waiting'`, [
      shop.accountId,
    ]);
    await shop.inTenant((tenant) => wakeOutbox(tenant, [vendor.id]));
    await shop.engine.runJobs();
  };
  return { ...shop, shop, vendor, read, decisions, move, order, detail, decide, tell, act };
}

export const decision = (decision: 'accepted' | 'too_late', remoteOrderId = '1') => ({
  ...{ remoteOrderId, requestId: 'r-1', handle: 'h-1', decision },
});
