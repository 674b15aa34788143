import { beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { addTextFile } from '../../../../test/add-file.ts';
import { fillAccount } from '../../../../test/fill-account.ts';
import { keyOf, makeKey, use } from '../../../../test/keys.ts';
import { addConnection, addIssues, addOrder } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { scopes } from '../../../people/keys/scopes.ts';

const own = testWeb();
let admin: Person;
/** `blind` has every scope but that for buyers. */
let [seeing, blind] = ['', ''];
let [order, issue] = [0, 0];
const buyer = {
  ...{ customer_name: 'Ada Blum', company_name: 'Blumen GmbH', customer_email: 'ada@example.com', customer_phone: '+49 228 555' },
  ...{ address: '7 Mugwort Lane', address_2: 'Attic', city: 'Bonnstadt', state: 'NW', postal_code: 'NW 53111', country: 'DE' },
  ...{ note: 'Ring Mugwort twice', hold_reason: { code: 'typed', text: 'Call ada@example.com' }, on_hold: true },
};
/** No digits alone: a time or an id may have any. */
const anyOfIt = /Ada|Blum|ada@|228 555|Mugwort|Attic|Bonnstadt|NW 53111|Ring/;

beforeAll(async () => {
  ({ admin, key: seeing } = await keyOf(own, 'Acme', { name: 'Robot', scopes: [...scopes] }));
  const some = scopes.filter((scope) => scope !== 'read_buyers');
  blind = (await makeKey(own, admin, { name: 'Blind', scopes: some })).json().key;
  await fillAccount(own, admin.accountId, admin.userId, 'ours');
  order = await addOrder(own, admin.accountId, await addConnection(own, admin.accountId), buyer);
  await addIssues(own, admin.accountId, [
    { order_id: order, type: 'rejected_by_warehouse', subject: '', sentence: { code: 'sku_not_linked', sku: '7 Mugwort Lane' } },
  ]);
  const [row] = await own.sql<{ id: string }>('select id from issues where order_id = $1', [order]);
  issue = Number(row?.id);
});

const get = (url: string, by: string) => use(own, by, { url });

test('no call that reads tells who bought to a key without the scope for it', async () => {
  const calls = own.web.web.endpointsByKey.filter(({ method, path }) => method === 'GET' && path.startsWith('/v1/'));
  const urls = calls.map(({ path }) => path.replace(':id', path.startsWith('/v1/issues') ? String(issue) : String(order)));
  const told = [];
  for (const url of urls) {
    expect([url, anyOfIt.exec((await get(url, blind)).body)]).toEqual([url, null]);
    if (anyOfIt.test((await get(url, seeing)).body)) told.push(url);
  }
  expect(told).toEqual(expect.arrayContaining(['/v1/orders', `/v1/orders/${order}`, '/v1/issues', `/v1/issues/${issue}`]));
});

test('what this version has as a text is an empty one, and the rest of an order is there', async () => {
  const whole = (await get(`/v1/orders/${order}`, blind)).json();
  expect(whole).toMatchObject({
    ...{ id: order, customer_name: '', customer_email: null, customer_phone: null, note: null, country: 'DE', units: 1 },
    ship_to: { name: '', company: null, line_1: '', line_2: null, city: '', state: null, postal_code: '', country: 'DE' },
    ...{ on_hold: true, hold_reason: 'Call [buyer]' },
  });
  expect((await get(`/v1/orders?ids=${order}&fields=customer_name`, blind)).json().data).toEqual([{ id: order, customer_name: '' }]);
  expect((await get(`/v1/orders?ids=${order}&fields=customer_name`, seeing)).json().data).toEqual([
    { id: order, customer_name: 'Ada Blum' },
  ]);
});

test('nor does a search, which finds orders by their buyers', async () => {
  const refused = { status: 403, code: 'lacks_scope', scope: 'read_buyers' };
  for (const words of ['ada', 'mugwort', 'nobody']) expect((await get(`/v1/orders?search=${words}`, blind)).json()).toMatchObject(refused);
  expect((await get('/v1/orders?search=ada', seeing)).statusCode).toBe(200);
});

test('nor a file of orders', async () => {
  const [row] = await own.sql<{ id: string }>(`select id from exports where account_id = $1 and kind = 'orders'`, [admin.accountId]);
  const file = await inTenant(own.database, admin, (tenant) => addTextFile(tenant, own.web.parts.files, 'orders.csv', 'Ada Blum\n'));
  await own.sql('update exports set file_id = $2, finished_at = now() where id = $1', [row?.id, file.id]);
  expect((await get(`/v1/exports/${row?.id}/file`, blind)).json()).toMatchObject({ status: 403, scope: 'read_buyers' });
  expect((await get(`/v1/exports/${row?.id}/file`, seeing)).body).toBe('Ada Blum\n');
});

test('nor what a file of orders is called after, which may be whom somebody looked for', async () => {
  const described = { code: 'narrowed', parts: [{ code: 'text', text: 'Ada Blum' }, { code: 'held' }] };
  await own.sql(`update exports set described = $2 where account_id = $1 and kind = 'orders'`, [admin.accountId, described]);
  const titles = async (by: string) => (await get('/v1/exports', by)).json().data.map(({ title }: { title: string }) => title);
  expect(await titles(blind)).toEqual(['“[buyer]”, on hold']);
  expect(await titles(seeing)).toEqual(['“Ada Blum”, on hold']);
});

test('nor a refusal or a reply to a change', async () => {
  const send = (url: string, method: 'POST' | 'PATCH', payload: object) =>
    use(own, blind, { method, url, payload, headers: { 'idempotency-key': `b${url}${JSON.stringify(payload).length}` } });
  const replies = [
    await send(`/v1/orders/${order}`, 'PATCH', { note: 'Ring once' }),
    await send(`/v1/orders/${order}/hold`, 'POST', {}),
    await send(`/v1/orders/${order}/unhold`, 'POST', {}),
  ];
  expect(replies.map(({ statusCode }) => statusCode)).toEqual([200, 409, 200]);
  expect(replies.map(({ body }) => anyOfIt.exec(body))).toEqual([null, null, null]);
});

test('a change as it was seen counts by what this key sees', async () => {
  const { headers } = await get(`/v1/orders/${order}`, blind);
  const hold = (by: string) =>
    use(own, by, { method: 'POST', url: `/v1/orders/${order}/lock`, headers: { 'if-match': String(headers.etag) } });
  expect((await hold(seeing)).statusCode).toBe(412);
  expect((await hold(blind)).statusCode).toBe(200);
});

test('a run tells nothing that another system said of an order', async () => {
  const [row] = await own.sql<{ id: string }>(`update runs set state = 'done' where account_id = $1 returning id`, [admin.accountId]);
  await own.sql(
    `insert into run_outcomes (account_id, run_id, outcome, record_type, record_id, label, reason) values ($1, $2, 'skipped', 'order', $3, 'SO-1', $4),
      ($1, $2, 'skipped', 'order', $3, 'SO-1', '{"code": "on_hold_already"}')`,
    [admin.accountId, row?.id, order, { code: 'still_wrong', issue: { code: 'sku_not_linked', sku: '7 Mugwort Lane' } }],
  );
  const told = async (by: string) =>
    ((await get(`/v1/runs/${row?.id}/outcomes`, by)).json().data as { label: string; reason: string | null }[])
      .filter(({ label }) => label === 'SO-1')
      .map(({ reason }) => reason);
  expect(await told(blind)).toEqual([null, 'It is on hold already.']);
  expect(await told(seeing)).toEqual([expect.stringContaining('Mugwort'), 'It is on hold already.']);
});
