import { gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { manualClock } from '../clock.ts';
import { visit } from '../test/visit.ts';
import { strayIn } from './published.ts';
import { amazon } from './stand-in.ts';

type Order = { orderId: string; recipient?: object; fulfillment: { fulfillmentStatus: string } };
type Search = { orders: Order[]; pagination?: { nextToken: string }; lastUpdatedBefore: string; errors?: unknown };
const everything = 'includedData=BUYER,RECIPIENT,PROCEEDS,CANCELLATION,FULFILLMENT,PACKAGES';
const since = 'lastUpdatedAfter=2026-11-20T00:00:00Z';
const us = 'ATVPDKIKX0DER';

async function seller(limit: number | null = null) {
  const clock = manualClock('2026-11-20T10:00:00Z');
  const { sandbox, control, steer } = await visit({ clock, ...(limit === null && { limits: { amazon: null } }) });
  const market = control.of(amazon);
  for (const sku of ['MUG', 'CUP']) market.list({ sku, channel: 'DEFAULT', quantity: 5 });
  market.list({ sku: 'THEIRS', channel: 'AMAZON_NA', quantity: 0 });
  const form = { grant_type: 'refresh_token', refresh_token: market.refreshToken, client_id: market.key, client_secret: market.secret };
  const signIn = async (changes: object = {}) => {
    const reply = await fetch(`${sandbox.origin}/amazon/auth/o2/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...form, ...changes }),
    });
    return { status: reply.status, body: (await reply.json()) as { access_token: string } };
  };
  const token = (await signIn()).body.access_token;
  const call = async <T>(path: string, body?: object, method = body ? 'POST' : 'GET') => {
    const response = await fetch(`${sandbox.origin}/amazon${path}`, {
      ...{ method, headers: { 'x-amz-access-token': token, ...(body && { 'content-type': 'application/json' }) } },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: (text === '' ? null : JSON.parse(text)) as T };
  };
  const search = async (query = '') => (await call<Search>(`/orders/2026-01-01/orders?${since}&${everything}${query}`)).body;
  const confirm = (orderId: string, reference: string, item: string, changes: object = {}, quantity = 1) =>
    call(`/orders/v0/orders/${orderId}/shipmentConfirmation`, {
      marketplaceId: us,
      packageDetail: {
        ...{ packageReferenceId: reference, carrierCode: 'UPS', trackingNumber: '1Z9', shipDate: '2026-11-20T10:00:00Z', ...changes },
        orderItems: [{ orderItemId: item, quantity }],
      },
    });
  return { market, clock, call, search, confirm, signIn, steer };
}

test('a token is had for the secrets of one seller, and ends', async () => {
  const { signIn, call, market } = await seller();
  expect((await signIn({ client_secret: 'wrong' })).status).toBe(401);
  expect((await signIn({ refresh_token: 'Atzr|wrong' })).status).toBe(400);
  market.tokens.expire();
  const refused = await call<object>('/sellers/v1/marketplaceParticipations');
  expect([refused.status, strayIn('refusal', refused.body)]).toEqual([403, []]);
});

test('a search sees what changed until two minutes ago, and says so', async () => {
  const { market, clock, search } = await seller();
  market.enter({ items: [{ sku: 'MUG', quantity: 1 }] });
  clock.advance(119_000);
  expect(await search()).toMatchObject({ orders: [], lastUpdatedBefore: '2026-11-20T09:59:59Z' });
  clock.advance(1_000);
  expect((await search()).orders).toHaveLength(1);
});

test('pages go on behind the last order up to the moment of the first, and a token fits its own search', async () => {
  const { market, clock, search, call } = await seller();
  const entered = [1, 2, 3].map(() => market.enter({ items: [{ sku: 'MUG', quantity: 1 }] }));
  clock.advance(200_000);
  const first = await search('&maxResultsPerPage=2');
  const paginationToken = first.pagination?.nextToken ?? '';
  market.orders.change(entered[2] ?? expect.unreachable(), {});
  clock.advance(200_000);
  const next = await search(`&paginationToken=${paginationToken}`);
  // The third has changed since: it is in the next search.
  expect([first.orders.length, next.orders, next.pagination, next.lastUpdatedBefore]).toEqual([2, [], undefined, first.lastUpdatedBefore]);
  expect((await call(`/orders/2026-01-01/orders?${since}&paginationToken=${paginationToken}&fulfilledBy=AMAZON`)).status).toBe(400);
  expect((await call('/orders/2026-01-01/orders')).status).toBe(400);
  expect((await call(`/orders/2026-01-01/orders?${since}&includedData=EVERYTHING`)).status).toBe(400);
});

test('an order that is not paid has neither price nor address, and an address only who has the role', async () => {
  const { market, clock, search } = await seller();
  const { orderId } = market.enter({ items: [{ sku: 'MUG', quantity: 1 }], isPaid: false });
  clock.advance(200_000);
  const [pending] = (await search()).orders;
  expect(pending).toMatchObject({ orderId, fulfillment: { fulfillmentStatus: 'PENDING' } });
  expect(JSON.stringify(pending)).not.toMatch(/recipient|proceeds|price|buyer/);
  market.act(orderId, { pay: true });
  clock.advance(200_000);
  expect((await search()).orders[0]).toHaveProperty('recipient');
  market.site.seesAddresses = false;
  expect((await search()).orders[0]).not.toHaveProperty('recipient');
});

test('twenty searches go at once, and one more in 178 seconds; each operation has its own', async () => {
  const { call, clock } = await seller(0);
  const path = `/orders/2026-01-01/orders?${since}`;
  for (let n = 0; n < 20; n += 1) expect((await call(path)).headers.get('x-amzn-ratelimit-limit')).toBe('0.0056');
  const refused = await call<object>(path);
  expect([refused.status, refused.headers.get('retry-after'), strayIn('refusal', refused.body)]).toEqual([429, null, []]);
  expect((await call('/orders/2026-01-01/orders/902-1')).status).toBe(404);
  clock.advance(179_000);
  expect([(await call(path)).status, (await call(path)).status]).toEqual([200, 429]);
});

test('a parcel is confirmed for no more than is left, its carrier by a code or by name, and edited by its number; none of Ship+', async () => {
  const { market, confirm } = await seller();
  const { orderId, items } = market.enter({ items: [{ sku: 'MUG', quantity: 3 }] });
  const item = items[0]?.id ?? '';
  expect((await confirm(orderId, '7', item)).status).toBe(204);
  expect([(await confirm(orderId, '7', item, { trackingNumber: '1Z8' }, 1)).status, (await confirm(orderId, '0', item)).status]).toEqual([
    ...[204, 400],
  ]);
  expect((await confirm(orderId, '8', item, { carrierCode: 'Other' })).status).toBe(400);
  expect((await confirm(orderId, '9', item, {}, 3)).status).toBe(400);
  expect((await confirm(orderId, '9', item, { carrierCode: 'Other', carrierName: 'Bike' }, 2)).status).toBe(204);
  expect(market.byOrderId(orderId)?.packages.map(({ carrier, tracking }) => [carrier, tracking])).toEqual([
    ['UPS', '1Z8'],
    ['Bike', '1Z9'],
  ]);
  const plus = market.enter({ items: [{ sku: 'MUG', quantity: 1 }], programs: ['FBM_SHIP_PLUS'] });
  expect((await confirm(plus.orderId, '7', plus.items[0]?.id ?? '')).status).toBe(400);
});

test('what Amazon ships cannot be confirmed, and a quantity makes it an item of the seller’s', async () => {
  const { market, confirm, call } = await seller();
  const { orderId, items } = market.enter({ items: [{ sku: 'THEIRS', quantity: 1 }], fulfilledBy: 'AMAZON' });
  expect((await confirm(orderId, '7', items[0]?.id ?? '')).status).toBe(400);
  const value = [{ fulfillment_channel_code: 'DEFAULT', quantity: 3 }];
  const patch = { productType: 'PRODUCT', patches: [{ op: 'merge', path: '/attributes/fulfillment_availability', value }] };
  const item = `/listings/2021-08-01/items/A2DEMOGIFTS01X/THEIRS?marketplaceIds=${us}`;
  const patched = await call<object>(item, patch, 'PATCH');
  expect([patched.status, strayIn('submission', patched.body)]).toEqual([200, []]);
  const found = await call<object>(`${item}&includedData=fulfillmentAvailability`);
  expect([found.body, strayIn('listing', found.body)]).toMatchObject([
    { fulfillmentAvailability: [{ fulfillmentChannelCode: 'DEFAULT', quantity: 3 }] },
    [],
  ]);
  expect(strayIn('submission', (await call(item, { productType: 'PRODUCT', patches: [] }, 'PATCH')).body)).toEqual([]);
  expect((await call('/listings/2021-08-01/items/A2SECONDSTORE1?pageSize=1')).status).toBe(403);
});

test('a merge of the quantity leaves the handling time, and a replacement erases it', async () => {
  const { call } = await seller();
  const item = `/listings/2021-08-01/items/A2DEMOGIFTS01X/MUG?marketplaceIds=${us}`;
  const put = async (op: string, value: object) => {
    const patches = [{ op, path: '/attributes/fulfillment_availability', value: [value] }];
    return (await call<{ status: string }>(item, { productType: 'PRODUCT', patches }, 'PATCH')).body.status;
  };
  const there = async () => {
    const { attributes } = (await call<{ attributes: { fulfillment_availability: object[] } }>(`${item}&includedData=attributes`)).body;
    return attributes.fulfillment_availability;
  };
  const [channel, time] = [{ fulfillment_channel_code: 'DEFAULT' }, { lead_time_to_ship_max_days: 4 }];
  expect(await put('replace', { ...channel, ...time, quantity: 5 })).toBe('ACCEPTED');
  expect(await put('merge', { ...channel, quantity: 7 })).toBe('ACCEPTED');
  expect(await there()).toEqual([{ ...channel, ...time, quantity: 7 }]);
  // A merge has to say which of a listing's channels it is of.
  expect([await put('merge', { quantity: 9 }), await put('move', { ...channel, quantity: 9 })]).toEqual(['INVALID', 'INVALID']);
  expect(await put('replace', { ...channel, quantity: 8 })).toBe('ACCEPTED');
  expect(await there()).toEqual([{ ...channel, quantity: 8 }]);
});

test('a feed is worked on for a while, and reports what it could not change', async () => {
  const { market, clock, call } = await seller();
  const document = (await call<{ feedDocumentId: string; url: string }>('/feeds/2021-06-30/documents', { contentType: 'application/json' }))
    .body;
  const value = [{ fulfillment_channel_code: 'DEFAULT', quantity: 9 }];
  const patches = [{ op: 'merge', path: '/attributes/fulfillment_availability', value }];
  const messages = ['MUG', 'GONE'].map((sku, n) => ({ messageId: n + 1, sku, operationType: 'PATCH', productType: 'PRODUCT', patches }));
  const body = JSON.stringify({ header: { sellerId: market.seller, version: '2.0' }, messages });
  expect((await fetch(document.url, { method: 'PUT', body, headers: { 'x-amz-access-token': 'a-token' } })).status).toBe(403);
  expect((await fetch(document.url, { method: 'PUT', body })).status).toBe(200);
  const ordered = { feedType: 'JSON_LISTINGS_FEED', marketplaceIds: [us], inputFeedDocumentId: document.feedDocumentId };
  const { feedId } = (await call<{ feedId: string }>('/feeds/2021-06-30/feeds', ordered)).body;
  const feed = async () =>
    (await call<{ processingStatus: string; resultFeedDocumentId: string }>(`/feeds/2021-06-30/feeds/${feedId}`)).body;
  expect([(await feed()).processingStatus, market.listings.get(1)?.quantity[us]]).toEqual(['IN_PROGRESS', 5]);
  clock.advance(30_000);
  const done = await feed();
  const result = await call<{ url: string }>(`/feeds/2021-06-30/documents/${done.resultFeedDocumentId}`);
  const report = JSON.parse(gunzipSync(Buffer.from(await (await fetch(result.body.url)).arrayBuffer())).toString());
  expect([done.processingStatus, market.listings.get(1)?.quantity[us], report.issues]).toMatchObject(['DONE', 9, [{ messageId: 2 }]]);
  expect(
    [strayIn('upload', document), strayIn('feed', done), strayIn('feedDocument', result.body), strayIn('feedReport', report)].flat(),
  ).toEqual([]);
});

test('a report of listings has the words of its marketplace, and no quantity of what Amazon ships', async () => {
  const { clock, call } = await seller();
  const ordered = { reportType: 'GET_MERCHANT_LISTINGS_ALL_DATA', marketplaceIds: ['A1PA6795UKMFR9'] };
  const { reportId } = (await call<{ reportId: string }>('/reports/2021-06-30/reports', ordered)).body;
  clock.advance(30_000);
  const report = (await call<{ reportDocumentId: string }>(`/reports/2021-06-30/reports/${reportId}`)).body;
  const document = (await call<{ url: string }>(`/reports/2021-06-30/documents/${report.reportDocumentId}`)).body;
  const rows = gunzipSync(Buffer.from(await (await fetch(document.url)).arrayBuffer()))
    .toString()
    .split('\r\n');
  expect(rows[0]).toContain('Händler-SKU\tPreis\tMenge');
  expect([rows[1], rows[3]]).toEqual([expect.stringContaining('MUG\t10.00\t5'), expect.stringContaining('THEIRS\t10.00\t\t')]);
  expect([...strayIn('report', report), ...strayIn('reportDocument', document)]).toEqual([]);
  expect((await fetch(document.url.replace(/=.*/, '=other'))).status).toBe(403);
});

test('every order has the published fields, whatever became of it', async () => {
  const { market, clock, call, steer, search } = await seller();
  const enter = (changes: object) => market.enter({ items: [{ sku: 'MUG', quantity: 2, gift: 'For you' }], ...changes }).orderId;
  const [sent, asked] = [enter({}), enter({})];
  for (const changes of [{ isPaid: false }, { fulfilledBy: 'AMAZON' }]) enter(changes);
  const change = (orderId: string, body: object) => steer(`/amazon/orders/${orderId}`, { method: 'PATCH', body });
  await change(sent, { send: { sku: 'MUG', quantity: 1 } });
  await change(asked, { askBack: { sku: 'MUG', reason: 'Ordered by mistake' } });
  await change(asked, { cancel: [] });
  clock.advance(200_000);
  const found = await search();
  expect(found.orders.map(({ fulfillment }) => fulfillment.fulfillmentStatus).toSorted()).toEqual([
    'CANCELLED',
    'PARTIALLY_SHIPPED',
    'PENDING',
    'UNSHIPPED',
  ]);
  expect(strayIn('search', found)).toEqual([]);
  expect(strayIn('oneOrder', (await call(`/orders/2026-01-01/orders/${sent}?${everything}`)).body)).toEqual([]);
  expect(strayIn('participations', (await call('/sellers/v1/marketplaceParticipations')).body)).toEqual([]);
  expect(strayIn('listings', (await call('/listings/2021-08-01/items/A2DEMOGIFTS01X')).body)).toEqual([]);
});
