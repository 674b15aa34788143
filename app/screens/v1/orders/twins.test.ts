import { beforeEach, expect, test } from 'vitest';
import type { Log } from '../../../../platform/log.ts';
import { keyOf, makeKey, use } from '../../../../test/keys.ts';
import { quietLog } from '../../../../test/shop/quiet.ts';
import { addConnection, addIssues, addOrder } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { allNouns } from '../../../entities/all.ts';
import { scopes } from '../../../people/keys/scopes.ts';
import { workBulk } from '../../../shared/runs/bulk/work.ts';

const own = testWeb();
let admin: Person;
/** The key may release orders, `writing` may write alone. */
let [key, writing] = ['', ''];
/** The same sale, as a shop and as what reads the orders of that shop have it. */
let [shops, readers] = [0, 0];
let names = 0;

beforeEach(async () => {
  ({ admin, key } = await keyOf(own, `Acme ${++names}`, { name: 'Robot', scopes: [...scopes] }));
  const some = scopes.filter((scope) => scope !== 'release_orders');
  writing = (await makeKey(own, admin, { name: 'Desk', scopes: some })).json().key;
  const [shop, reader] = [await addConnection(own, admin.accountId), await addConnection(own, admin.accountId)];
  await own.sql(`update connections set connector = 'shopify' where id = $1`, [shop]);
  shops = await addOrder(own, admin.accountId, shop);
  readers = await addOrder(own, admin.accountId, reader);
});

const send = (url: string, payload: object = {}, { by = writing, method = 'POST' as 'POST' | 'PATCH', name = `n${++names}` } = {}) =>
  use(own, by, { method, url, payload, headers: name === '' ? {} : { 'idempotency-key': name } });
const isCancelled = async (id: number) =>
  (await own.sql('select from orders where id = $1 and cancelled_at is not null', [id])).length === 1;
const refused = { status: 403, code: 'lacks_scope', detail: expect.stringContaining('waits because of') };

test('who may not release orders cancels none of two with the same goods: the other would leave', async () => {
  expect((await send(`/v1/orders/${shops}/cancel`)).json()).toMatchObject(refused);
  expect((await send('/v1/orders/cancel', { order_ids: [readers] })).json()).toMatchObject(refused);
  expect([await isCancelled(shops), await isCancelled(readers)]).toEqual([false, false]);
  expect((await send(`/v1/orders/${shops}/cancel`, {}, { by: key, name: '' })).json()).toMatchObject({ code: 'no_idempotency_key' });
  expect((await send(`/v1/orders/${shops}/cancel`, {}, { by: key })).statusCode).toBe(200);
  // Nothing waits for the second.
  expect((await send(`/v1/orders/${readers}/cancel`, {}, { name: '' })).statusCode).toBe(200);
});

test('nor in a run over many, where the second arrives before the turn of the first', async () => {
  await own.sql('update orders set deleted_at = now() where id = $1', [readers]);
  const started = await send('/v1/orders/cancel', { order_ids: [shops] });
  expect(started.statusCode).toBe(202);
  await own.sql('update orders set deleted_at = null where id = $1', [readers]);
  const means = { database: own.database, log: quietLog().log as unknown as Log };
  const run = started.json().run_id;
  await workBulk(means, { accountId: admin.accountId, userId: admin.userId }, run, new AbortController().signal, allNouns);
  expect(await isCancelled(shops)).toBe(false);
  const outcomes = await own.sql(`select outcome, reason ->> 'code' as reason from run_outcomes where run_id = $1`, [run]);
  expect(outcomes).toEqual([{ outcome: 'skipped', reason: 'lets_others_go' }]);
});

test('nor by a decision about it', async () => {
  await own.sql(`update orders set shared_goods = 'undecided' where id = $1`, [readers]);
  await addIssues(own, admin.accountId, [{ order_id: readers, type: 'shared_goods', subject: 'goods' }]);
  const [row] = await own.sql<{ id: string }>(`select id from issues where order_id = $1 and type = 'shared_goods'`, [readers]);
  const offered = (await use(own, writing, { url: `/v1/issues/${row?.id}/remedies` })).json().decisions;
  expect(offered).toMatchObject([{ action: 'same-goods', sends_goods: true }, { action: 'ship-too' }]);
  const decide = (by: string) => send(`/v1/issues/${row?.id}/decision`, { action: 'same-goods' }, { by });
  expect((await decide(writing)).json()).toMatchObject({ status: 403, code: 'lacks_scope' });
  expect(await isCancelled(readers)).toBe(false);
  expect((await decide(key)).statusCode).toBe(200);
});

test('nor by another address of a locked one, with which they are the same no longer', async () => {
  await own.sql('update orders set locked = true where id = $1', [shops]);
  const edit = (payload: object, by: string) => send(`/v1/orders/${shops}`, payload, { by, method: 'PATCH' });
  const address = { ship_to: { name: 'Bob Ray', line_1: '7 Lindwurm Lane', postal_code: '53111' } };
  expect((await edit(address, writing)).json()).toMatchObject(refused);
  expect((await edit({ note: 'Ring twice' }, writing)).json()).toMatchObject({ changed: true });
  expect((await edit(address, key)).json()).toMatchObject({ changed: true });
});

test('nor one whose goods went into another order, while the warehouse may still send them', async () => {
  const [row] = await own.sql<{ connection_id: string; remote_id: string }>('select connection_id, remote_id from orders where id = $1', [
    readers,
  ]);
  await own.sql('update orders set cancelled_at = now() where id = $1', [shops]);
  const taker = await addOrder(own, admin.accountId, Number(row?.connection_id), { shared_goods: 'undecided', source_order_number: 'N2' });
  await own.sql('insert into order_merges (account_id, connection_id, remote_id, into_id, came_too_late) values ($1, $2, $3, $4, false)', [
    admin.accountId,
    row?.connection_id,
    row?.remote_id,
    taker,
  ]);
  expect((await send(`/v1/orders/${readers}/cancel`)).json()).toMatchObject(refused);
  await own.sql('update orders set cancelled_at = now() where id = $1', [taker]);
  expect((await send(`/v1/orders/${readers}/cancel`)).statusCode).toBe(200);
});
