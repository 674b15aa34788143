import { beforeAll, expect, test } from 'vitest';

import { fillAccount } from '../../../../test/fill-account.ts';
import { type Person, testWeb } from '../../../../test/web.ts';

const own = testWeb({ demo: true });
let ann: Person;
let connectionId: number;

beforeAll(async () => {
  ann = await own.person(await own.account(), 'admin');
  await fillAccount(own, ann.accountId, ann.userId, 'a text');
  const [order] = await own.sql('select id, connection_id from orders where account_id = $1 and deleted_at is null', [ann.accountId]);
  connectionId = Number(order?.connection_id);
  await own.sql(
    `insert into issues (account_id, order_id, connection_id, type, subject, sentence) values ($1, $2, $3, 'former_warehouse',
      'former_warehouse', '{"code": "former_warehouse_has_it"}')`,
    [ann.accountId, order?.id, connectionId],
  );
});

const all = () => ({ filter: {} });
/** What prepares a run, and with what. */
const preparing: Record<string, () => object> = {
  '/api/orders/bulk-action/prepare': all,
  '/api/orders/former-warehouse/prepare': () => ({ connection_id: connectionId }),
  '/purchase-orders/bulk-action/prepare': all,
  '/api/products/bulk-action/prepare': all,
  '/api/raw_materials/bulk-action/prepare': all,
  '/api/departments/bulk-action/prepare': all,
};
/** What starts a run that was prepared, and where it may have been prepared. */
const starting: Record<string, { body: object; of: string[] }> = {
  '/api/orders/bulk-action': {
    body: { action: 'delete' },
    of: ['/api/orders/bulk-action/prepare', '/api/orders/former-warehouse/prepare'],
  },
  '/purchase-orders/bulk-action': { body: { action: 'delete' }, of: ['/purchase-orders/bulk-action/prepare'] },
  '/api/products/bulk-action': { body: { set: { reorder_point: 3 } }, of: ['/api/products/bulk-action/prepare'] },
  '/api/departments/bulk-action': { body: { action: 'delete' }, of: ['/api/departments/bulk-action/prepare'] },
  '/api/raw_materials/bulk-action': { body: { set: { reorder_point: 3 } }, of: ['/api/raw_materials/bulk-action/prepare'] },
  '/api/assignments/:type': {
    body: { assignee: null },
    of: ['/api/orders/bulk-action/prepare', '/api/orders/former-warehouse/prepare'],
  },
  '/api/tagged-records/:type': {
    body: { add: ['Gift'] },
    of: ['/api/orders/bulk-action/prepare', '/api/orders/former-warehouse/prepare'],
  },
  '/api/channel-advisor/upload-products': { body: { profiles: ['1:1'] }, of: ['/api/products/bulk-action/prepare'] },
};
/** Of the calls for several kinds of records: by orders here. */
const addressOf = (path: string) => path.replace(':type', 'order');
const pairs = Object.keys(preparing).flatMap((prepare) => Object.keys(starting).map((start) => [prepare, start] as const));

const post = (url: string, payload: object) => own.as(ann, { method: 'POST', url, payload });

test('the table has every call that prepares a run, and every call that starts one', () => {
  const posts = own.web.web.endpoints.filter(({ method }) => method === 'POST');
  const prepares = posts.filter(({ path }) => path.endsWith('/prepare'));
  // What only shows what would be done starts nothing.
  const starts = posts.filter(
    ({ path, body }) =>
      !/\/(preview|address-suggestions)$/.test(path) && body && 'shape' in body && Object.hasOwn(body.shape as object, 'runId'),
  );
  expect(prepares.map(({ path }) => path).sort()).toEqual(Object.keys(preparing).sort());
  expect(starts.map(({ path }) => path).sort()).toEqual(Object.keys(starting).sort());
});

test.each(pairs)('of what %s prepared, %s starts what is its own and nothing else', async (prepare, start) => {
  const { runId, total } = (await post(prepare, preparing[prepare]?.() ?? {})).json();
  expect(total).toBeGreaterThan(0);
  const { body, of } = starting[start] as (typeof starting)[string];
  const reply = await post(addressOf(start), { ...body, runId });
  const [run] = await own.sql('select state from runs where id = $1', [runId]);
  if (of.includes(prepare)) expect([reply.statusCode < 300, run]).toEqual([true, { state: 'running' }]);
  else expect([reply.statusCode, reply.json().code, run]).toEqual([409, 'not_prepared', { state: 'prepared' }]);
});

test('a run over one kind of record is not taken back as one over another', async () => {
  const { runId } = (await post('/purchase-orders/bulk-action/prepare', { filter: {} })).json();
  await own.sql("update runs set state = 'done', done = 1, action = 'hold', entity = 'products' where id = $1", [runId]);
  expect((await post(`/api/runs/${runId}/undo`, {})).statusCode).toBe(409);
});
