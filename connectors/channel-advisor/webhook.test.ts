import { createHmac } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../../sandbox/sandbox.ts';
import { listen } from '../../sandbox/test/visit.ts';
import { had } from '../contract-suite/opened.ts';
import { memoryLimits } from '../http/limits.ts';
import { memoryTokens } from '../http/tokens.ts';
import { openSession } from '../session.ts';
import { channelAdvisor } from './connector.ts';

const secret = 'a-secret-of-ours';

async function shop() {
  const sandbox = await startSandbox({ catalogue: 'empty' });
  onTestFinished(() => sandbox.stop());
  const settings = {
    ...{ application_id: 'demo-application', shared_secret: 'demo-shared-secret', refresh_token: 'demo-refresh-token' },
    ...{ profile_id: '12000001', api_origin: `${sandbox.origin}/channel-advisor` },
  };
  const context = { limitStore: memoryLimits(), tokens: memoryTokens(), sandboxOrigin: sandbox.origin, sink: () => undefined };
  const hints = channelAdvisor.hints?.(openSession(channelAdvisor, settings, context)) ?? expect.unreachable('it has webhooks');
  const advisor = sandbox.control.advisor();
  const subscribe = async (address: string) => had((await hints.subscribe?.(address, secret, null)) ?? expect.unreachable());
  const unsubscribe = async (address: string) => had((await hints.unsubscribe?.(address)) ?? expect.unreachable());
  const receive = async (body: string, headers: Record<string, string | undefined>, by = secret) =>
    (await hints.receive?.({ headers, rawBody: Buffer.from(body), query: {} }, by, { secret: null, key: null })) ?? expect.unreachable();
  const hooks = () => advisor.hooks.all().map(({ WebhookUri, Status }) => [WebhookUri, Status]);
  return { advisor, subscribe, unsubscribe, receive, hooks };
}

const signed = (body: string, encoding: 'base64' | 'hex' = 'base64') => createHmac('sha256', secret).update(body).digest(encoding);

test('what happens to an order is delivered signed, and wakes the queue and the order itself', async () => {
  const { advisor, subscribe, receive } = await shop();
  const { url, next } = await listen();
  await subscribe(url);
  const [order] = advisor.orders.add([{ SiteOrderID: 'N1', items: [{ sku: 'MUG', quantity: 1 }] }]);
  if (!order) throw new Error('no order');
  const paid = await next();
  const received = await receive(paid.body, paid.headers as Record<string, string>);
  const remoteIds = [String(order.ID)];
  expect(received).toMatchObject({
    hints: [
      { stream: 'orders', remoteIds },
      { stream: 'open_orders', remoteIds },
    ],
  });
  advisor.orders.change(order, { adjustments: [{ RequestStatus: 'PendingApproval' }] });
  const asked = await next();
  expect(JSON.parse(asked.body)).toMatchObject({ ID: order.ID, Adjustments: [{ Type: 'Cancellation', RequestStatus: 'PendingApproval' }] });
  expect(await receive(asked.body, asked.headers as Record<string, string>)).toMatchObject({ ok: true });
  expect(await receive(asked.body, paid.headers as Record<string, string>)).toMatchObject({ ok: false });
});

test('a signature counts in any header and either spelling, and none counts with an empty secret', async () => {
  const { receive } = await shop();
  const body = JSON.stringify({ ID: 7, ProfileID: 12000001 });
  const ok = async (headers: Record<string, string>, by?: string) => (await receive(body, headers, by)).ok;
  expect(await ok({ 'x-any': signed(body, 'hex').toUpperCase() })).toBe(true);
  expect(await ok({ 'x-any': `sha256=${signed(body, 'hex')}` })).toBe(true);
  expect(await ok({ 'x-any': createHmac('sha256', '').update(body).digest('base64') }, '')).toBe(false);
  expect(await ok({})).toBe(false);
});

test('an order of another profile is nothing to this connection, and a body that names none wakes the queue alone', async () => {
  const { receive } = await shop();
  const of = async (body: string) => receive(body, { 'x-any': signed(body) });
  expect(await of(JSON.stringify({ ID: 7, ProfileID: 12000002 }))).toEqual({ ok: true, hints: [] });
  expect(await of('{}')).toMatchObject({ hints: [{ stream: 'orders', remoteIds: [] }] });
});

test('one subscription is kept at our address, without the secret that signs: a suspended one is enabled, a second one goes', async () => {
  const { advisor, subscribe, unsubscribe, hooks } = await shop();
  const address = 'https://crossdock.example.com/api/webhooks/1/2';
  const of = (WebhookUri: string) => ({
    ...{ Name: 'A', Status: 'Suspended', WebhookUri, SigningSecret: 'old', EventTypes: [] },
  });
  for (const query of ['?secret=old', '?secret=older']) advisor.hooks.add(of(address + query) as never);
  advisor.hooks.add(of('https://elsewhere.example.com/hook') as never);
  for (const _ of ['once', 'twice']) await subscribe(`${address}?secret=new`);
  expect(hooks()).toEqual([
    [address, 'Enabled'],
    ['https://elsewhere.example.com/hook', 'Suspended'],
  ]);
  expect(advisor.hooks.all()[0]).toMatchObject({ SigningSecret: secret, EventTypes: expect.arrayContaining(['CancellationStarted']) });
  await unsubscribe(`${address}?secret=new`);
  expect(hooks()).toEqual([['https://elsewhere.example.com/hook', 'Suspended']]);
});
