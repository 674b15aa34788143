import { expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import type { FaultKind } from '../../../../sandbox/faults.ts';
import { buildShop, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { ownCalls } from '../../../../test/own-calls.ts';
import { connectMarketplace } from '../../../../test/shop/marketplace.ts';
import { setPaused } from '../../../shared/connections/connecting/commands.ts';
import { prepareBulk } from '../../../shared/runs/bulk/start.ts';
import { listRuns } from '../../../shared/runs/queries.ts';
import { itemFilter } from '../../catalogue/bulk/contract.ts';
import { matchingItems } from '../../catalogue/bulk/matching.ts';
import { itemBulk } from '../../catalogue/bulk/verbs.ts';
import { startUpload, uploadOne } from './commands.ts';
import { listProfiles } from './upload.ts';

const own = testDatabase();

/** A shop with a ChannelAdvisor connection. */
async function marketplace() {
  const shop = await buildShop(own);
  await shop.sync();
  const id = await connectMarketplace(shop);
  const actor = { accountId: shop.accountId, userId: shop.userId };
  const there = () =>
    [...shop.sandbox.control.advisor().products.rows.values()].map(({ Sku, Title, ProfileID }) => [Sku, Title, ProfileID]);
  const fault = (operation: string, kind: FaultKind, times: number) =>
    shop.sandbox.control.faults.add({ target: 'channel_advisor', operation, kind, times });
  return { shop, id, actor, there, fault };
}

const productOf = async ({ accountId }: Shop, sku: string) =>
  Number((await own.sql('select id from products where account_id = $1 and sku = $2', [accountId, sku]))[0]?.id);

test('a product is put into the profiles that are chosen, each with a sentence of its own; the second time it is changed', async () => {
  const { shop, actor, there } = await marketplace();
  const profiles = await listProfiles(shop.engine, actor);
  const [first] = profiles;
  const id = await productOf(shop, 'MUG');
  const upload = () => uploadOne(shop.engine, actor, id, [first?.id ?? '']);
  expect(await upload()).toEqual([
    {
      alert_class: 'success',
      message: `MUG was uploaded to ${first?.name}.`,
      links: [{ profile: first?.id, name: first?.name, url: null }],
    },
  ]);
  await own.sql(`update products set name = 'A finer mug' where id = $1`, [id]);
  await upload();
  expect(there()).toEqual([['MUG', 'A finer mug', 12000001]]);
  await expect(uploadOne(shop.engine, actor, id, ['999-1'])).rejects.toMatchObject({ status: 404 });
  await expect(uploadOne(shop.engine, actor, 999_999, [first?.id ?? ''])).rejects.toMatchObject({ status: 404 });
});

test('what a person uploads is sent by a process beside this one; what a run does, by its worker', async () => {
  const { shop, actor, there } = await marketplace();
  const [profile] = await listProfiles(shop.engine, actor);
  const [mug, cup] = [await productOf(shop, 'MUG'), await productOf(shop, 'CUP')];
  const called = ownCalls();
  await uploadOne(shop.engine, actor, mug, [profile?.id ?? '']);
  expect(called).toEqual([]);
  await shop.inTenant((tenant) => startUpload(tenant, { ids: [cup] }, [profile?.id ?? '']));
  await shop.engine.runJobs();
  expect(called.length).toBeGreaterThan(0);
  expect(there().map(([sku]) => sku)).toEqual(['MUG', 'CUP']);
});

test('there are no profiles while no channel takes products, and what the channel refuses is said in its words', async () => {
  const { shop, id, actor, fault } = await marketplace();
  const [profile] = await listProfiles(shop.engine, actor);
  fault('create_product', '500', 1);
  const [outcome] = await uploadOne(shop.engine, actor, await productOf(shop, 'MUG'), [profile?.id ?? '']);
  expect(outcome).toMatchObject({ alert_class: 'danger', message: expect.stringContaining('MUG was not uploaded to'), links: [] });
  await shop.inTenant((tenant) => setPaused(tenant, id, true));
  expect(await listProfiles(shop.engine, actor)).toEqual([]);
});

test('many go as a run with an outcome for each; what fails in passing is tried again, and what is gone is skipped', async () => {
  const { shop, actor, there, fault } = await marketplace();
  const [profile] = await listProfiles(shop.engine, actor);
  const ids = [await productOf(shop, 'MUG'), await productOf(shop, 'CUP')];
  fault('create_product', 'drop_after_accept', 1);
  const { runId, total } = await shop.inTenant((tenant) => startUpload(tenant, { ids: [...ids, 999_999] }, [profile?.id ?? '']));
  expect(total).toBe(2);
  for (let left = 6; left > 0; left -= 1) {
    await shop.engine.runJobs();
    await shop.engine.passTime();
  }
  expect(await shop.inTenant((tenant) => listRuns(tenant, { ids: [runId] }))).toMatchObject([
    { state: 'done', total: 2, done: 2, failed: 0 },
  ]);
  expect(
    there()
      .map(([sku]) => sku)
      .toSorted(),
  ).toEqual(['CUP', 'MUG']);
  await expect(shop.inTenant((tenant) => startUpload(tenant, { ids: [999_999] }, [profile?.id ?? '']))).rejects.toMatchObject({
    status: 404,
  });
});

test('all that a filter matched when it was counted go, once, and nothing that came to match it since', async () => {
  const { shop, actor, there } = await marketplace();
  const [profile] = await listProfiles(shop.engine, actor);
  const profiles = [profile?.id ?? ''];
  const { runId, total } = await shop.inTenant(async (tenant) =>
    prepareBulk(tenant, itemBulk.products, await matchingItems(tenant, 'products', itemFilter.parse({ search: 'mug' }))),
  );
  expect(total).toBe(1);
  await own.sql(`update products set name = 'A mug too' where account_id = $1 and sku = 'CUP'`, [shop.accountId]);
  const start = () => shop.inTenant((tenant) => startUpload(tenant, { runId }, profiles));
  expect(await start()).toEqual({ runId, total: 1 });
  await expect(start()).rejects.toMatchObject({ status: 409 });
  await shop.engine.runJobs();
  expect(there().map(([sku]) => sku)).toEqual(['MUG']);
  expect(await shop.inTenant((tenant) => listRuns(tenant, { ids: [runId] }))).toMatchObject([
    { state: 'done', total: 1, done: 1, subject: 'products: Upload' },
  ]);
  // What another person prepared is not theirs to start.
  const prepared = await shop.inTenant(async (tenant) =>
    prepareBulk(tenant, itemBulk.products, await matchingItems(tenant, 'products', itemFilter.parse({}))),
  );
  const other = { accountId: shop.accountId, userId: null };
  const theirs = inTenant(own.database, other, (tenant) => startUpload(tenant, { runId: prepared.runId }, profiles));
  await expect(theirs).rejects.toMatchObject({ status: 409 });
});

test('while nothing leaves, no product does: a person is told, and a run waits and then goes on', async () => {
  const { shop, actor, there } = await marketplace();
  const profiles = (await listProfiles(shop.engine, actor)).map(({ id }) => id);
  const id = await productOf(shop, 'MUG');
  await own.sql(`update installation set stopped = 'copy'`);
  const [outcome] = await uploadOne(shop.engine, actor, id, profiles);
  expect(outcome?.message).toContain('Nothing is sent at the moment. Try again when sending goes on.');
  const { runId } = await shop.inTenant((tenant) => startUpload(tenant, { ids: [id] }, profiles));
  await shop.engine.runJobs();
  expect(there()).toEqual([]);
  await own.sql(`update installation set stopped = null`);
  await shop.engine.passTime();
  await shop.engine.runJobs();
  expect(there().map(([sku]) => sku)).toContain('MUG');
  expect(await own.sql('select state, failed from runs where id = $1', [runId])).toEqual([{ state: 'done', failed: 0 }]);
});

test('what a connection takes that is paused or needs new credentials waits in a run, however long, and a person is told which it is', async () => {
  const { shop, id, actor, there, fault } = await marketplace();
  const [profile] = await listProfiles(shop.engine, actor);
  const profiles = [profile?.id ?? ''];
  const [mug, cup] = [await productOf(shop, 'MUG'), await productOf(shop, 'CUP')];
  fault('create_product', '500', 1);
  const { runId } = await shop.inTenant((tenant) => startUpload(tenant, { ids: [mug] }, profiles));
  await shop.engine.runJobs();
  await shop.inTenant((tenant) => setPaused(tenant, id, true));
  const later = await shop.inTenant((tenant) => startUpload(tenant, { ids: [mug, cup] }, profiles));
  for (let rounds = 9; rounds > 0; rounds -= 1) {
    await shop.engine.passTime();
    await shop.engine.runJobs();
  }
  const runs = async () =>
    (await shop.inTenant((tenant) => listRuns(tenant, { ids: [runId, later.runId] }))).map(({ state, done, failed }) => [
      state,
      done,
      failed,
    ]);
  expect([await runs(), there()]).toEqual([
    [
      ['running', 0, 0],
      ['running', 0, 0],
    ],
    [],
  ]);
  const sentences = async () => (await uploadOne(shop.engine, actor, mug, profiles)).map(({ message }) => message);
  const [{ name } = { name: '' }] = await own.sql<{ name: string }>('select name from connections where id = $1', [id]);
  expect(await sentences()).toEqual([`MUG was not uploaded to ${name}: ${name} is paused. Resume it to upload products.`]);
  await own.sql(`update connections set state = 'needs_reconnect' where id = $1`, [id]);
  expect(await sentences()).toEqual([`MUG was not uploaded to ${name}: ${name} must be connected again before products can be uploaded.`]);
  await own.sql(`update connections set state = 'active' where id = $1`, [id]);
  for (let rounds = 3; rounds > 0; rounds -= 1) {
    await shop.engine.passTime();
    await shop.engine.runJobs();
  }
  expect(await runs()).toEqual([
    ['done', 2, 0],
    ['done', 1, 0],
  ]);
  expect(there().map(([sku]) => sku)).toEqual(expect.arrayContaining(['CUP', 'MUG']));
});
