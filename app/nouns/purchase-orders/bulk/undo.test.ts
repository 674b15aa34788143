import { beforeAll, expect, test } from 'vitest';
import type { Log } from '../../../../platform/log.ts';
import { quietLog } from '../../../../test/shop/quiet.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { workBulk } from '../../../shared/runs/bulk/work.ts';
import { purchaseBulk } from './verbs.ts';

const own = testWeb();
let ann: Person;
let ben: Person;
beforeAll(async () => {
  ann = await own.person(await own.account());
  ben = await own.person(ann.accountId);
});

const send = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  url: string,
  { payload, by = ann }: { payload?: object; by?: Person } = {},
) => {
  const reply = await own.as(by, { method, url, ...(payload && { payload }) });
  return { status: reply.statusCode, ...reply.json() };
};
let count = 0;
const add = async (): Promise<number> =>
  (await send('POST', '/api/purchase-orders', { payload: { source_number: `HAND-${++count}`, vendor_name: 'Acme' } })).id;
const act = (id: number, action: 'hold' | 'unhold' | 'cancel' | 'archive' | 'unarchive' | 'delete', by = ann) =>
  action === 'delete' ? send('DELETE', `/purchase-orders/${id}`, { by }) : send('PUT', `/purchase-orders/${action}/${id}`, { by });
const actOnMany = async (action: 'hold' | 'archive' | 'delete', ids: number[]): Promise<number> => {
  const { runId } = await send('POST', '/purchase-orders/bulk-action', { payload: { action, ordersIds: ids } });
  await work(runId);
  return runId;
};
const work = (runId: number) =>
  workBulk(
    { database: own.database, log: quietLog().log as unknown as Log },
    { accountId: ann.accountId, userId: ann.userId },
    runId,
    new AbortController().signal,
    { purchase_orders: { bulk: purchaseBulk } },
  );
const undo = (runId: number) => send('POST', `/api/runs/${runId}/undo`, { payload: {} });

/** Undoes a run, and returns what became of each purchase order. */
async function undone(run: number): Promise<Map<number, unknown[]>> {
  const { runId } = await undo(run);
  await work(runId);
  const { data } = await send('GET', `/api/runs/${runId}/outcomes`);
  return new Map(data.map(({ record_id, outcome, reason }: Record<string, unknown>) => [record_id, [outcome, reason]]));
}
const lastRun = async () => (await send('GET', '/api/runs?tab=people')).data[0];
const isHeld = async (id: number) => (await own.sql('select on_hold from purchase_orders where id = $1', [id]))[0]?.on_hold;
const kept = ['skipped', expect.stringMatching(/^Person 2 changed it on .*\.$/)];

test('of many holds those end that stand; one that somebody ended and renewed stays', async () => {
  const [renewed, ended, standing] = [await add(), await add(), await add()];
  const runId = await actOnMany('hold', [renewed, ended, standing]);
  for (const action of ['unhold', 'hold'] as const) await act(renewed, action, ben);
  await act(ended, 'unhold', ben);
  expect(await undone(runId)).toEqual(
    new Map<number, unknown>([
      [renewed, kept],
      [ended, ['skipped', 'This purchase order is not on hold.']],
      [standing, ['done', null]],
    ]),
  );
  expect([await isHeld(renewed), await isHeld(standing)]).toEqual([true, false]);
  expect((await undo(runId)).status).toBe(409);
});

test('the hold of one is undone while it stands, which the ledger has, and not when somebody ended and renewed it', async () => {
  const [standing, renewed] = [await add(), await add()];
  const { runId } = await act(standing, 'hold');
  const first = await lastRun();
  expect(first).toMatchObject({ id: runId, undoable: true });
  expect(await undone(first.id)).toEqual(new Map([[standing, ['done', null]]]));
  expect(await isHeld(standing)).toBe(false);
  const changes = await own.sql(
    `select id, was, undoes from changes c where noun = 'purchase order' and c.is ? 'on_hold' and record_id = $1 order by id`,
    [standing],
  );
  expect(changes.map(({ was, undoes }) => [was, undoes])).toEqual([
    [{ on_hold: false }, null],
    [{ on_hold: true }, changes[0]?.id],
  ]);
  await act(renewed, 'hold');
  const second = await lastRun();
  // Nothing that Activity could undo is named as if it could.
  expect(await act(renewed, 'unhold', ben)).not.toHaveProperty('runId');
  await act(renewed, 'hold', ben);
  expect(await undone(second.id)).toEqual(new Map([[renewed, kept]]));
  expect(await isHeld(renewed)).toBe(true);
});

const isSet = async (id: number, column: 'archived_at' | 'deleted_at') =>
  (await own.sql(`select ${column} is not null as is from purchase_orders where id = $1`, [id]))[0]?.is;
const cancelled = async () => {
  const id = await add();
  await act(id, 'cancel');
  return id;
};
/** Goods that come bring a deleted one back. */
const bringBack = (id: number) => own.sql('update purchase_orders set deleted_at = null where id = $1', [id]);

test('of what was archived returns what stands, of one as of many; what a colleague archived again stays', async () => {
  const [single, again, out, standing] = [await cancelled(), await cancelled(), await cancelled(), await cancelled()];
  await act(single, 'archive');
  const ofOne = (await lastRun()).id;
  const ofMany = await actOnMany('archive', [again, out, standing]);
  for (const id of [single, again]) for (const action of ['unarchive', 'archive'] as const) await act(id, action, ben);
  await act(out, 'unarchive', ben);
  expect(await undone(ofOne)).toEqual(new Map([[single, kept]]));
  expect(await undone(ofMany)).toEqual(
    new Map<number, unknown>([
      [again, kept],
      [out, ['skipped', 'It is not archived.']],
      [standing, ['done', null]],
    ]),
  );
  const archived = [single, again, out, standing].map((id) => isSet(id, 'archived_at'));
  expect(await Promise.all(archived)).toEqual([true, true, false, false]);
});

test('of what was deleted returns what stands, of one as of many; what a colleague deleted again stays', async () => {
  const [single, again, back, standing] = [await add(), await add(), await add(), await add()];
  await act(single, 'delete');
  const ofOne = (await lastRun()).id;
  const ofMany = await actOnMany('delete', [again, back, standing]);
  for (const id of [single, again, back]) await bringBack(id);
  for (const id of [single, again]) await act(id, 'delete', ben);
  expect(await undone(ofOne)).toEqual(new Map([[single, kept]]));
  expect(await undone(ofMany)).toEqual(
    new Map<number, unknown>([
      [again, kept],
      [back, ['skipped', 'It is there already.']],
      [standing, ['done', null]],
    ]),
  );
  const deleted = [single, again, back, standing].map((id) => isSet(id, 'deleted_at'));
  expect(await Promise.all(deleted)).toEqual([true, true, false, false]);
});

test('an undone deletion is a change of its own, by whoever undid it', async () => {
  const id = await add();
  await act(id, 'delete');
  await undone((await lastRun()).id);
  const changes = await own.sql(
    `select id, was, undoes from changes c where noun = 'purchase order' and c.is ? 'deleted' and record_id = $1 order by id`,
    [id],
  );
  expect(changes.map(({ was, undoes }) => [was, undoes])).toEqual([
    [{ deleted: false }, null],
    [{ deleted: true }, changes[0]?.id],
  ]);
});
