import { expect, test } from 'vitest';
import { listen } from '../../../sandbox/test/visit.ts';
import { webShop } from '../../../test/shop/web-shop.ts';
import { testWeb } from '../../../test/web.ts';
import { subscribe } from '../../shared/connections/webhooks/subscribing.ts';
import { pullStream } from './pull.ts';

const own = testWeb();
const shop = webShop(own);

/** A marketplace that knows our address, with one open order that is here. */
async function subscribed() {
  const { engine } = own.web.parts;
  const connectionId = shop.ids.get('channel_advisor') ?? 0;
  const { accountId } = shop.admin;
  if (accountId === null) throw new Error('The admin has an account.');
  await subscribe(engine, { accountId, connectionId });
  const { orders, hooks } = shop.sandbox.control.advisor();
  const [hook] = hooks.all();
  if (!hook) throw new Error('The marketplace was not told.');
  const { pathname, search } = new URL(hook.WebhookUri);
  const read = (stream: 'orders' | 'open_orders') => pullStream(engine, { accountId, connectionId, stream }, new AbortController().signal);
  const [order] = orders.add([{ SiteOrderID: 'N1', items: [{ sku: 'MUG', quantity: 1 }] }]);
  if (!order) throw new Error('no order');
  await read('orders');
  // What is delivered is taken here, and handed to the web process as it came.
  const { url, next } = await listen();
  hooks.change(hook, { WebhookUri: url });
  const post = (payload: string, headers: Record<string, string | string[]>) =>
    own.as(null, { method: 'POST', url: pathname + search, payload, headers: { ...headers, 'content-type': 'application/json' } });
  const status = async () => (await own.sql(`select order_status from orders where source_order_number = 'N1'`))[0]?.order_status;
  const waiting = async () =>
    (await own.sql(`select stream from webhook_deliveries where handled_at is null order by stream`)).map(({ stream }) => stream);
  return { orders, order, next, post, read, status, waiting };
}

test('a cancellation that ChannelAdvisor delivers, signed by our secret, is here with the next look at this order alone', async () => {
  const { orders, order, next, post, read, status, waiting } = await subscribed();
  expect(await status()).toBe('pending');
  orders.cancel(order);
  const { body, headers } = await next();
  const signature = String(headers['x-signature']);
  expect((await post(body.replace('N1', 'N2'), { 'x-signature': signature })).statusCode).toBe(401);
  expect((await post('{}', { 'set-cookie': ['of=a', 'stranger'] })).statusCode).toBe(401);
  expect((await post(body, { 'x-signature': signature })).statusCode).toBe(202);
  expect(await waiting()).toEqual(['open_orders', 'orders']);
  await read('open_orders');
  expect([await status(), await waiting()]).toEqual(['cancelled', ['orders']]);
});
