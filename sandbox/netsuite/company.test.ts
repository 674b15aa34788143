import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startSandbox } from '../sandbox.ts';
import { company } from '../test/company.ts';

test('more requests at once than the account may have are refused, by whomever they are made', async () => {
  const { call, steer, control } = await company({ latencyMs: 60, limits: { netsuite: 2 } });
  const replies = await Promise.all([1, 2, 3].map(() => call('/system/v1/serverTime')));
  expect(replies.map(({ status }) => status).toSorted()).toEqual([200, 200, 429]);
  expect(replies.find(({ status }) => status === 429)?.body).toMatchObject({
    'o:errorDetails': [{ 'o:errorCode': 'CONCURRENCY_LIMIT_EXCEEDED' }],
  });
  expect(control.company().counters.earned429).toBe(1);
  await steer('/settings', { method: 'PUT', body: { limits: { netsuite: null } } });
  const free = await Promise.all([1, 2, 3, 4].map(() => call('/system/v1/serverTime')));
  expect(free.every(({ status }) => status === 200)).toBe(true);
});

test('a fault comes when it is asked for', async () => {
  const { call, control } = await company();
  control.faults.add({ target: 'netsuite', kind: 'expired_credentials', operation: 'suiteql' });
  expect((await call('/system/v1/serverTime')).status).toBe(200);
  expect((await call('/query/v1/suiteql', { q: 'SELECT id FROM item' })).status).toBe(401);
});

test('the controls enter items and orders, change them, and hand over the credentials', async () => {
  const { steer, ask, account } = await company();
  await steer('/netsuite/items', { body: { items: [{ sku: 'MUG', onHand: 40 }] } });
  const orders = [{ number: 'PO1', lines: [{ sku: 'MUG', quantity: 2, unit: 'case', expected: '2026-12-01' }] }];
  const { body } = await steer<{ ids: number[] }>('/netsuite/purchase_orders', { body: { orders } });
  await steer(`/netsuite/purchase_orders/${body.ids[0]}`, { method: 'PATCH', body: { memo: 'Ring twice' } });
  expect((await ask("SELECT tranid, memo FROM transaction WHERE type = 'PurchOrd'")).items).toMatchObject([
    { tranid: 'PO1', memo: 'Ring twice' },
  ]);
  expect((await steer(`/netsuite/purchase_orders/${body.ids[0]}/done`, { body: {} })).status).toBe(201);
  expect((await steer('/state')).body).toMatchObject({
    netsuite: [{ transactions: [{ tranid: 'PO1', status: 'F', lines: [{ sku: 'MUG', quantity: 24, done: 24 }] }, { type: 'ItemRcpt' }] }],
  });
  const { privateKey } = account.integration;
  expect((await steer('/netsuite')).body).toMatchObject({ accountId: 'tstdrv1', zone: 'America/New_York', privateKey });
});

test('after a restart the books and a key that it made are the same, after a reset they are new', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sandbox-'));
  onTestFinished(() => rm(dataDir, { recursive: true }));
  const companies = [{ accountId: 'tstdrv1', zone: 'America/New_York', dateMask: 'MM/DD/YYYY' }];
  const first = await startSandbox({ dataDir, companies, catalogue: 'empty' });
  const { privateKey } = first.control.company().integration;
  first.control.company().books.put('item', { id: 1, itemid: 'MUG' });
  await first.stop();
  const second = await startSandbox({ dataDir, companies, catalogue: 'empty' });
  onTestFinished(() => second.stop());
  const items = () => second.control.company().books.rows('SELECT itemid FROM main.item');
  expect([second.control.company().integration.privateKey, items()]).toEqual([privateKey, [{ itemid: 'MUG' }]]);
  await second.control.reset();
  expect([second.control.company().integration.privateKey === privateKey, items()]).toEqual([false, []]);
});
