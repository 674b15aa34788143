import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import { connectorNamed } from '../../../../connectors/index.ts';
import { consentSetting } from '../../../../connectors/settings.ts';
import { type Tenant, withoutPerson } from '../../../../platform/tenant.ts';
import { testWeb } from '../../../../test/web.ts';
import { connect, disconnect } from '../connecting/commands.ts';

const own = testWeb();
const secret = 'the secret of our application';

/** An account with this shop, to which a person consented, or which has an app of its own. */
async function shopOf(shop: string, number: number, consented: boolean) {
  const { engine } = own.web.parts;
  Object.assign(engine, { applications: { shopify: { id: 'i', secret } } });
  const accountId = await own.account();
  const within = <T>(work: Parameters<typeof withoutPerson<T>>[2]) => withoutPerson(own.database, accountId, work);
  const keys: Record<string, string> = consented
    ? { [consentSetting]: `consent of ${accountId}` }
    : { client_id: 'a'.repeat(32), client_secret: 'b'.repeat(32) };
  const form = { connector: connectorNamed('shopify'), name: 'Shopify', since: new Date(), settings: { shop, ...keys } };
  const connectAgain = (tenant: Tenant) =>
    connect(tenant, engine.seal, { ...form, identity: { name: shop, keys: [`shopify:shop/${number}`] } });
  const { id } = await within(connectAgain);
  /** As connections that have had no reply since then. */
  const age = (days: number) =>
    own.sql(
      `update connections set last_ok_at = null, finds_sold_before = now() - make_interval(days => $3) where account_id = $1 and id = $2`,
      [accountId, id, days],
    );
  const requests = () => own.sql('select connection_id, kind, email from privacy_requests where account_id = $1', [accountId]);
  return { id, within, connectAgain, requests, age };
}

function post(topic: string, body: object, { signed = secret, connector = 'shopify' } = {}) {
  const payload = JSON.stringify(body);
  const headers = {
    ...{ 'content-type': 'application/json', 'x-shopify-topic': topic, 'x-shopify-event-id': `event of ${topic}` },
    'x-shopify-hmac-sha256': createHmac('sha256', signed).update(payload).digest('base64'),
  };
  return own.as(null, { method: 'POST', url: `/api/application-webhooks/${connector}`, headers, payload });
}

const redact = (number: number) => ({ shop_id: number, shop_domain: 'acme.myshopify.com' });

test('a shop that removed our application is erased two days later, though its connection is gone, in each account that had it', async () => {
  const [one, two] = [await shopOf('acme.myshopify.com', 71, true), await shopOf('acme.myshopify.com', 71, true)];
  const [other, theirs] = [await shopOf('other.myshopify.com', 72, true), await shopOf('acme.myshopify.com', 71, false)];
  await one.within((tenant) => disconnect(tenant, one.id));
  await two.age(3);
  for (const _ of ['once', 'twice']) expect((await post('shop/redact', redact(71))).statusCode).toBe(202);
  expect(await one.requests()).toEqual([{ connection_id: String(one.id), kind: 'erase_shop', email: null }]);
  expect(await two.requests()).toEqual([{ connection_id: String(two.id), kind: 'erase_shop', email: null }]);
  // Of another shop, and of the shop's own app, for which Shopify has another secret and another address.
  expect([await other.requests(), await theirs.requests()]).toEqual([[], []]);
});

test('a shop that consented again since it removed our application is not erased, and what its buyers ask for is done', async () => {
  const shop = await shopOf('acme.myshopify.com', 75, true);
  await shop.within((tenant) => disconnect(tenant, shop.id));
  // The same row: it is taken up.
  await shop.within((tenant) => shop.connectAgain(tenant));
  const buyer = { ...redact(75), customer: { id: 7, email: 'anna@example.com', phone: null }, orders_to_redact: [41] };
  const ask = async () => {
    expect((await post('shop/redact', redact(75))).statusCode).toBe(202);
    expect((await post('customers/redact', buyer)).statusCode).toBe(202);
  };
  await ask();
  const person = { connection_id: String(shop.id), kind: 'erase_person', email: 'anna@example.com' };
  expect(await shop.requests()).toEqual([person]);
  // It has worked by its new consent for long.
  await shop.age(30);
  await own.sql('update connections set last_ok_at = now() where id = $1', [shop.id]);
  await ask();
  expect(await shop.requests()).toEqual([person]);
});

test('a buyer is asked to be erased by whoever has the secret, and by nobody else', async () => {
  const shop = await shopOf('acme.myshopify.com', 81, true);
  const body = { ...redact(81), customer: { id: 7, email: 'anna@example.com', phone: null }, orders_to_redact: [41] };
  expect((await post('customers/redact', body, { signed: 'a guess' })).statusCode).toBe(401);
  for (const connector of ['amware', 'nothing', 'constructor'])
    expect((await post('customers/redact', body, { connector })).statusCode).toBe(404);
  expect(await shop.requests()).toEqual([]);
  expect((await post('customers/redact', body)).statusCode).toBe(202);
  expect(await shop.requests()).toEqual([{ connection_id: String(shop.id), kind: 'erase_person', email: 'anna@example.com' }]);
  Object.assign(own.web.parts.engine, { applications: {} });
  expect((await post('customers/redact', body)).statusCode).toBe(404);
});
