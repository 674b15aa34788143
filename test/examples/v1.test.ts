import { afterAll, beforeAll, expect, test } from 'vitest';
import { scopes } from '../../app/people/keys/scopes.ts';
import { exampleOrder } from '../../app/screens/v1/shop/example.ts';
import type { Endpoint } from '../../platform/endpoint.ts';
import { makeKey, use } from '../keys.ts';
import { testWeb } from '../web.ts';
import type { Values } from './fill.ts';
import { ofV1 } from './records/v1.ts';
import { type Operation, requestOf } from './request.ts';
import { openShop, type Shop } from './shop.ts';

const own = testWeb({ demo: true, longestWaitMs: 20_000 });
let shop: Shop;
let key = '';
/** The order of a shop of one's own. */
let sent = 0;
let names = 0;
let paths: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  shop = await openShop(own);
  const maker = await shop.person('Kim Ito', 'account_admin', 'kim@example.com');
  ({ key } = (await makeKey(own, maker, { scopes: [...scopes] })).json());
  ({ paths } = (await own.web.inject('/v1/openapi.json')).json());
  sent = (await use(own, key, { method: 'POST', url: '/v1/shop/orders', payload: exampleOrder })).json().id;
  await shop.working(shop.call('POST', `/api/products/export/${shop.accountId}`, {}));
  await own.sql(
    `insert into shipments (account_id, order_id, warehouse_order_id, connection_id, remote_id, carrier, method, tracking_number, shipped_at)
    select o.account_id, o.id, w.id, w.connection_id, 'parcel', 'UPS', 'Ground', '1Z999', now()
    from orders o join warehouse_orders w on w.account_id = o.account_id and w.id = o.warehouse_order_id
    where o.account_id = $1 order by o.id limit 1`,
    [shop.accountId],
  );
});
afterAll(() => shop?.close());

const calls = () => own.web.web.endpointsByKey.filter(({ path }) => path.startsWith('/v1/'));
const nameOf = ({ method, path }: Endpoint) => `${method} ${path}`;
const operationOf = ({ method, path }: Endpoint): Operation => paths[path.replace(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()] as Operation;

const rules = ['shipping-mappings', 'location-mappings', 'presets', 'field-mappings'].map((each) => `/v1/${each}`);
const many = ['hold', 'cancel', 'unhold', 'retry'].map((each) => `/v1/orders/${each}`);
const isRule = ({ path }: Endpoint) => rules.includes(path.replace('/:id', ''));
const isOfMany = ({ path }: Endpoint) => many.includes(path);

/** Of the records that a list has, the first; the orders of a shop have no list. */
async function idIn(path: string): Promise<number> {
  if (path.startsWith('/v1/shop/orders/')) return sent;
  const url = path.slice(0, path.indexOf('/:'));
  return (await use(own, key, { url })).json().data?.[0]?.id;
}

/** Sends what the document shows; undefined where the reply is what it promises. */
async function triedOut(endpoint: Endpoint, values: Values = {}): Promise<string | undefined> {
  const id = endpoint.path.includes('/:id') && values.id === undefined ? { id: await idIn(endpoint.path) } : {};
  const { headers, ...request } = await requestOf(endpoint, operationOf(endpoint), { ...id, ...values });
  await own.sql('delete from rate_buckets');
  const reply = await use(own, key, {
    ...request,
    headers: { ...headers, ...(endpoint.method !== 'GET' && { 'idempotency-key': `n${++names}` }) },
  });
  const status = Math.min(...Object.keys(endpoint.replies).map(Number));
  if (reply.statusCode !== status) return `${request.url}: ${reply.statusCode} ${reply.body.slice(0, 300)}`;
  const isJson = String(reply.headers['content-type']).startsWith('application/json');
  const fits = endpoint.replies[status]?.safeParse(isJson ? reply.json() : reply.body);
  return fits?.success ? undefined : `its reply does not fit: ${JSON.stringify(fits?.error.issues.slice(0, 3))}`;
}

test('each call that reads replies to its example as the document says', async () => {
  const wrong: string[] = [];
  for (const endpoint of calls().filter(({ method }) => method === 'GET')) {
    const problem = await triedOut(endpoint).catch(String);
    if (problem) wrong.push(`${nameOf(endpoint)}: ${problem}`);
  }
  expect(wrong).toEqual([]);
}, 60_000);

test('rules are made, changed and deleted as the document shows it, and many orders are changed', async () => {
  const connection_id = await shop.connection('channel_advisor');
  // A field that the demo has set would be refused.
  await own.sql('delete from presets where connection_id = $1', [connection_id]);
  const wrong: string[] = [];
  const tried = calls().filter((each) => each.method !== 'GET' && (isRule(each) || isOfMany(each)));
  for (const endpoint of tried.toSorted((a, b) => Number(a.method === 'DELETE') - Number(b.method === 'DELETE'))) {
    const problem = await triedOut(endpoint, endpoint.method === 'POST' && isRule(endpoint) ? { connection_id } : {}).catch(String);
    if (problem) wrong.push(`${nameOf(endpoint)}: ${problem}`);
  }
  expect(tried).toHaveLength(16);
  expect(wrong).toEqual([]);
}, 60_000);

test('each call that changes one record does so as the document shows it, and every call is tried here', async () => {
  const wrong: string[] = [];
  for (const [name, recordsOf] of Object.entries(ofV1)) {
    const endpoint = calls().find((each) => nameOf(each) === name);
    const problem = endpoint ? await triedOut(endpoint, await recordsOf(shop)).catch(String) : 'there is no such call';
    if (problem) wrong.push(`${name}: ${problem}`);
  }
  expect(wrong).toEqual([]);
  const untried = calls().filter((each) => each.method !== 'GET' && !isRule(each) && !isOfMany(each) && !ofV1[nameOf(each)]);
  expect(untried.map(nameOf)).toEqual([]);
}, 60_000);

test('each example of a request is one that its call takes, and each of a reply one that it declares', () => {
  const wrong: string[] = [];
  for (const endpoint of calls()) {
    const { requestBody, responses } = operationOf(endpoint);
    const example = requestBody?.content['application/json']?.example;
    const taken = requestBody ? endpoint.body?.safeParse(example) : undefined;
    if (requestBody && !taken?.success) wrong.push(`${nameOf(endpoint)} takes no ${JSON.stringify(example)}: ${taken?.error.message}`);
    for (const [status, { content = {} }] of Object.entries(responses).filter(([each]) => Number(each) < 300)) {
      const json = content['application/json'];
      if (json && !endpoint.replies[Number(status)]?.safeParse(json.example).success)
        wrong.push(`${nameOf(endpoint)} ${status} does not reply ${JSON.stringify(json.example)}`);
    }
  }
  expect(wrong).toEqual([]);
});
