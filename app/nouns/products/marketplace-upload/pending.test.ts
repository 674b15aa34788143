import { expect, test } from 'vitest';
import type { Result, UploadOutcome } from '../../../../connectors/contract.ts';
import { connectorNamed } from '../../../../connectors/index.ts';
import { shopify } from '../../../../sandbox/shopify/stand-in.ts';
import { buildShop, ofGoods, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { connectMarketplace } from '../../../../test/shop/marketplace.ts';
import { addProducts } from '../../../../test/shop/rows.ts';
import { productOf } from '../../../../test/shop/told-of-stock.ts';
import { connectVendor, page } from '../../../../test/shop/vendor.ts';
import { connect } from '../../../shared/connections/connecting/commands.ts';
import { listOutcomes, listRuns } from '../../../shared/runs/queries.ts';
import { startUpload, uploadOne } from './commands.ts';
import { uploadJobs } from './jobs.ts';
import { listProfiles } from './upload.ts';

const own = testDatabase();
const soon = () => new Date(Date.now() + 60_000);

/** A shop with a channel of two profiles, which says later what becomes of a product, and is asked by a ticket a product. */
async function shopWithTickets() {
  const shop = await buildShop(own, { reads: ofGoods });
  await shop.sync();
  const calls: string[] = [];
  const script = {
    ask: (_ticket: string, ids: string[]): Result<UploadOutcome[]> => ({
      ok: true,
      value: ids.map((profileId) => ({ profileId, remoteId: '7', url: null })),
    }),
  };
  const vendor = await connectVendor(shop, {
    listings: () => ({
      stream: { mode: 'cursor', read: async () => page([]) as never },
      upload: {
        listProfiles: async () => ({ ok: true, value: ['a', 'b'].map((id) => ({ id, name: `Profile ${id}` })) }),
        upload: async ({ sku }, ids) => {
          calls.push(`send ${sku} to ${ids}`);
          const pending = { ticket: `t-${sku}`, at: soon() };
          return {
            ok: true,
            value: ids.map((profileId) => ({ profileId, remoteId: null, url: null, ...(profileId === 'a' && { pending }) })),
          };
        },
        ask: async (ticket, ids) => {
          calls.push(`ask ${ticket} of ${ids}`);
          return script.ask(ticket, ids);
        },
      },
    }),
  });
  const upload = async (skus: string[], profiles = ['a', 'b']) => {
    const ids = await Promise.all(skus.map((sku) => productOf(shop, sku)));
    const given = profiles.map((id) => `${vendor.id}-${id}`);
    const { runId } = await shop.inTenant((tenant) => startUpload(tenant, { ids }, given));
    await shop.engine.runJobs();
    return runId;
  };
  return { shop, vendor, calls, script, upload, ...looking(shop) };
}

const looking = (shop: Shop) => ({
  goOn: async () => {
    await shop.engine.passTime();
    await shop.engine.runJobs();
  },
  run: async (id: number) => (await shop.inTenant((tenant) => listRuns(tenant, { ids: [id] })))[0],
  rows: async (id: number) =>
    (await shop.inTenant((tenant) => listOutcomes(tenant, id))).map(({ outcome, label, reason }) => [outcome, label, reason]),
});

const still = (ticket: string, ids: string[]): Result<UploadOutcome[]> => ({
  ok: true,
  value: ids.map((profileId) => ({ profileId, remoteId: null, url: null, pending: { ticket, at: soon() } })),
});

test('what a channel takes in later waits with its ticket, is asked for, and is counted once with an outcome', async () => {
  const { calls, script, upload, goOn, run, rows } = await shopWithTickets();
  const id = await upload(['MUG', 'CUP']);
  expect(calls).toEqual(['send CUP to a,b', 'send MUG to a,b']);
  expect(await rows(id)).toEqual(['CUP', 'MUG'].map((sku) => ['waiting', sku, 'Sent. Waiting for Profile a to take it in.']));
  expect(await run(id)).toMatchObject({ state: 'running', total: 2, done: 0 });
  script.ask = still;
  await goOn();
  expect(calls.slice(2)).toEqual(['ask t-CUP of a', 'ask t-MUG of a']);
  expect(await run(id)).toMatchObject({ state: 'running', done: 0 });
  const failure = { kind: 'rejected', code: 'invalid', reason: { code: 'their_words', text: 'No brand.', status: null } } as const;
  script.ask = (ticket, ids) => ({
    ok: true,
    value: ids.map((profileId) => ({ profileId, remoteId: null, url: null, ...(ticket === 't-CUP' && { failure }) })),
  });
  await goOn();
  expect(await rows(id)).toEqual([
    ['failed', 'CUP', 'Profile a: No brand.'],
    ['done', 'MUG', 'Uploaded to Profile a, Profile b.'],
  ]);
  expect(await run(id)).toMatchObject({ state: 'done', done: 1, failed: 1 });
  expect(await own.sql('select * from uploads_under_way')).toEqual([]);
});

test('a worker that dies asks again by the ticket, and sends nothing twice', async () => {
  const { shop, calls, upload, goOn, run } = await shopWithTickets();
  const id = await upload(['MUG']);
  // As after a kill: the job is as it was when it was taken up, and nothing of what it did in memory is left.
  await own.sql('update graphile_worker._private_jobs set locked_at = null, locked_by = null, attempts = 0');
  await goOn();
  expect(calls).toEqual(['send MUG to a,b', 'ask t-MUG of a']);
  expect(await run(id)).toMatchObject({ state: 'done', done: 1 });
  expect(shop.engine.warnings).toEqual([]);
});

test('a ticket that is forgotten is sent again, in its profile alone', async () => {
  const { calls, script, upload, goOn, run } = await shopWithTickets();
  const id = await upload(['MUG']);
  script.ask = () => ({ ok: false, failure: { kind: 'not_found', reason: { code: 'cut_off' } } });
  await goOn();
  expect(calls).toEqual(['send MUG to a,b', 'ask t-MUG of a', 'send MUG to a']);
  script.ask = (_ticket, ids) => ({ ok: true, value: ids.map((profileId) => ({ profileId, remoteId: '7', url: null })) });
  await goOn();
  expect(await run(id)).toMatchObject({ state: 'done', done: 1 });
});

test('while the channel does not reply it is asked again; after a day the row says so, and what to do', async () => {
  const { script, upload, goOn, run, rows } = await shopWithTickets();
  const id = await upload(['MUG']);
  script.ask = () => ({ ok: false, failure: { kind: 'reconnect', reason: { code: 'cut_off' } } });
  await goOn();
  expect(await rows(id)).toMatchObject([['waiting', 'MUG', expect.any(String)]]);
  await waitTooLong();
  await goOn();
  expect(await rows(id)).toEqual([
    ['failed', 'MUG', expect.stringMatching(/^Profile a: It has had the product for a day.* upload it again if it is missing\.$/)],
  ]);
  expect(await run(id)).toMatchObject({ state: 'done', failed: 1 });
});

const waitTooLong = () => own.sql(`update uploads_under_way set taken_at = now() - interval '25 hours' where taken_at is not null`);

test('what waited for too long is asked for once more before it counts as failed', async () => {
  const { calls, upload, goOn, run } = await shopWithTickets();
  const id = await upload(['MUG']);
  await waitTooLong();
  await goOn();
  expect(calls.at(-1)).toBe('ask t-MUG of a');
  expect(await run(id)).toMatchObject({ state: 'done', done: 1, failed: 0 });
});

test.each(['paused', 'needs_reconnect'])(
  'while its connection is %s a product keeps its ticket, and is neither asked for nor sent',
  async (state) => {
    const { vendor, calls, upload, goOn, run, rows } = await shopWithTickets();
    const become = (to: string) => own.sql('update connections set state = $2 where id = $1', [vendor.id, to]);
    const id = await upload(['MUG']);
    await become(state);
    await goOn();
    expect(await rows(id)).toEqual([['waiting', 'MUG', 'Sent. Waiting for Profile a to take it in.']]);
    expect(calls).toEqual(['send MUG to a,b']);
    await become('active');
    await goOn();
    expect(calls).toEqual(['send MUG to a,b', 'ask t-MUG of a']);
    expect(await run(id)).toMatchObject({ state: 'done', done: 1 });
  },
);

test('where one of the profiles is not there, nothing is sent to the others', async () => {
  const { shop, vendor, calls } = await shopWithTickets();
  const ids = [await productOf(shop, 'MUG')];
  const { runId } = await shop.inTenant((tenant) => startUpload(tenant, { ids }, [`${vendor.id}-a`, '999999-a']));
  await shop.engine.runJobs();
  expect(calls).toEqual([]);
  const actor = { accountId: shop.accountId, userId: shop.userId };
  await expect(uploadOne(shop.engine, actor, ids[0] ?? 0, [`${vendor.id}-a`, '999999-a'])).rejects.toMatchObject({ status: 404 });
  expect(calls).toEqual([]);
  expect(await own.sql('select state, failed from runs where id = $1', [runId])).toEqual([{ state: 'done', failed: 1 }]);
});

test('an upload whose job is given up ends: what is under way and what is left have failed, and a later job sends nothing', async () => {
  const { shop, vendor, calls, run, rows } = await shopWithTickets();
  await addProducts(own, shop.accountId, ['JUG']);
  const ids = await Promise.all(['CUP', 'MUG', 'JUG'].map((sku) => productOf(shop, sku)));
  const profiles = ['a', 'b'].map((id) => `${vendor.id}-${id}`);
  const { runId } = await shop.inTenant((tenant) => startUpload(tenant, { ids }, profiles));
  let covers = 0;
  const cover = async () => {
    covers += 1;
    if (covers > 1) throw new Error('The disk is full.');
    return true;
  };
  const job = { accountId: shop.accountId, userId: shop.userId, runId, profiles };
  const lastAttempt = uploadJobs['products:upload'](job, { ...shop.engine, mark: { cover } }, new AbortController().signal, true);
  await expect(lastAttempt).rejects.toThrow('The disk is full.');
  expect(await run(runId)).toMatchObject({
    ...{ state: 'failed', total: 3, done: 0, failed: 3 },
    sentence: 'Given up after many tries: 0 products done, 3 failed. Upload what failed again: nothing is listed twice.',
  });
  const failure = ['failed', 'It is not known whether it was uploaded. Upload it again: nothing is listed twice.'];
  expect((await rows(runId)).map(([outcome, , reason]) => [outcome, reason])).toEqual([failure, failure]);
  expect(await own.sql('select from uploads_under_way where run_id = $1', [runId])).toEqual([]);
  await shop.engine.runJobs();
  expect(calls).toHaveLength(1);
  expect(await run(runId)).toMatchObject({ state: 'failed', failed: 3 });
});

test('settings that no longer fit keep a product from nothing but their own channel, and the row of one that waits says so', async () => {
  const { shop, vendor, calls, upload, goOn, rows } = await shopWithTickets();
  const other = await connectMarketplace(shop);
  // No stream finds it out before.
  const unfit = async (id: number) => {
    await own.sql('delete from streams where connection_id = $1', [id]);
    await own.sql(`update connections set settings = '{}', secrets = null where id = $1`, [id]);
  };
  await unfit(other);
  const id = await upload(['MUG']);
  expect(calls).toEqual(['send MUG to a,b']);
  await unfit(vendor.id);
  expect(await listProfiles(shop.engine, { accountId: shop.accountId, userId: shop.userId })).toEqual([]);
  await goOn();
  expect(await rows(id)).toEqual([['failed', 'MUG', expect.stringContaining('Profile a: ')]]);
});

test('a product that a person sends to Shopify waits in a run of its own, which says what became of it', async () => {
  const shop = await buildShop(own, { reads: ofGoods });
  await shop.sync();
  const { goOn, run, rows } = looking(shop);
  const settings = {
    ...{ shop: 'demo-gifts', client_id: '0123456789abcdef0123456789abcdef', client_secret: 'shpss_demo_0123456789' },
    api_address: `${shop.sandbox.origin}/shopify/demo-gifts`,
  };
  const since = new Date('2020-01-01T00:00:00Z');
  await shop.inTenant((tenant) =>
    connect(tenant, shop.engine.seal, { connector: connectorNamed('shopify'), name: 'Our shop', since, settings }),
  );
  const actor = { accountId: shop.accountId, userId: shop.userId };
  const profiles = (await listProfiles(shop.engine, actor)).filter(({ name }) => name === 'Demo Gifts').map(({ id }) => id);
  const [outcome] = await uploadOne(shop.engine, actor, await productOf(shop, 'MUG'), profiles);
  expect(outcome).toMatchObject({ alert_class: 'success', message: 'MUG was sent to Demo Gifts, which has not taken it in yet.' });
  const id = outcome?.runId ?? expect.unreachable('it has no run');
  expect(await rows(id)).toEqual([['waiting', 'MUG', 'Sent. Waiting for Demo Gifts to take it in.']]);
  for (const _ of [1, 2, 3]) await goOn();
  expect(await run(id)).toMatchObject({ kind: 'action', state: 'done', done: 1, subject: 'MUG: Upload to Demo Gifts' });
  expect(await rows(id)).toEqual([['done', 'MUG', 'Uploaded to Demo Gifts.']]);
  const there = () => shop.sandbox.control.of(shopify).items.all();
  expect(there().filter(({ sku }) => sku === 'MUG')).toHaveLength(1);
});
