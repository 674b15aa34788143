import { expect, test } from 'vitest';
import { type Seal, sealWith } from '../../../../platform/seal.ts';
import { reading, withoutPerson } from '../../../../platform/tenant.ts';
import { buildShop, ofOrders, type Shop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { issuesInWords } from '../../../../test/in-words.ts';
import { runJobs, testKey } from '../../../../test/shop/engine.ts';
import { tick } from '../../../engine/tick.ts';
import { keepFirst } from '../calls/tokens.ts';
import { disconnectAndUnsubscribe } from '../connecting/disconnecting.ts';
import { reconnectTried } from '../trying/trying.ts';
import { hintsAt } from '../webhooks/verify.ts';
import { readWebhook } from '../webhooks/webhook-address.ts';
import { takeUpOpened } from './lost-secrets.ts';

const own = testDatabase();

/** A shop whose processes were started with another SECRET_KEY, and read what is due. */
async function withAnotherKey(): Promise<Shop> {
  const shop = await buildShop(own, { reads: ofOrders });
  const lost = { ...shop, engine: { ...shop.engine, seal: sealWith(['a key that is not the one before']) } };
  await readDue(lost);
  return lost;
}

async function readDue({ accountId, engine }: Shop): Promise<void> {
  await own.sql('update streams set due_at = now() where account_id = $1', [accountId]);
  await tick(own.database);
  await runJobs(own, engine);
}

const states = async ({ accountId }: Shop) =>
  (await own.sql<{ state: string }>('select state from connections where account_id = $1 order by connector', [accountId])).map(
    ({ state }) => state,
  );
const open = async ({ accountId }: Shop) =>
  issuesInWords(await own.sql('select sentence from issues where account_id = $1 and closed_at is null order by id', [accountId]));
const entered = ({ sandbox }: Shop) => ({ api_key: 'demo-key', api_secret: 'demo-secret', api_origin: `${sandbox.origin}/ship-station` });
test('without the key of its secrets a connection waits for a person, who enters them again', async () => {
  const shop = await withAnotherKey();
  expect(await states(shop)).toEqual(['needs_reconnect', 'needs_reconnect']);
  expect(await open(shop)).toMatchObject([
    {
      sentence: expect.stringContaining('cannot be reached: its credentials are encrypted with a key that is not here. Enter them again.'),
    },
    { sentence: expect.stringContaining('cannot be reached') },
  ]);
  await expect(reconnectTried(shop.engine, shop, 'ship_station', { ...entered(shop), api_secret: '' })).rejects.toMatchObject({
    fields: { 'settings.api_secret': expect.anything() },
  });
  await reconnectTried(shop.engine, shop, 'ship_station', entered(shop));
  expect(await states(shop)).toEqual(['needs_reconnect', 'active']);
  shop.sell({ orderNumber: 'L-1' });
  await readDue(shop);
  expect(await shop.orders()).toHaveLength(1);
});

test('it can be looked at and disconnected, and takes no webhook that is signed with nothing', async () => {
  const shop = await withAnotherKey();
  expect(await reading(own.database, shop, (tenant) => readWebhook(tenant, shop.engine, shop.channelId))).toMatchObject({ told: null });
  await expect(hintsAt(shop.engine, { account: shop.accountId, connection: shop.warehouseId })).rejects.toMatchObject({ status: 409 });
  expect((await disconnectAndUnsubscribe(shop.engine, shop, 'amware')).message).toContain('is disconnected.');
  expect(await states(shop)).toEqual(['disconnected', 'needs_reconnect']);
});

test('with the right key again it goes on by itself', async () => {
  const lost = await withAnotherKey();
  await own.sql('delete from housekeeping where account_id = $1', [lost.accountId]);
  // Its own jobs run with the key that it was connected with.
  await lost.tidy();
  expect([await states(lost), await open(lost)]).toEqual([['active', 'active'], []]);
});

test('one that a person consented to goes on only where what renews its sign-in can be opened', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const { accountId, channelId, engine } = shop;
  const lost = { code: 'connection.secrets_lost' };
  await own.sql(`update connections set state = 'needs_reconnect', last_failure = $3 where account_id = $1 and id = $2`, [
    ...[accountId, channelId, JSON.stringify(lost)],
  ]);
  const [{ credential } = expect.unreachable()] = await own.sql<{ credential: string }>(
    'select credential from connections where account_id = $1 and id = $2',
    [accountId, channelId],
  );
  // That of a further credential counts too.
  const newer = sealWith(['a key that is not here yet', testKey]);
  const key = `${credential}/other`;
  await withoutPerson(own.database, accountId, (tenant) => keepFirst(tenant, newer, key, 'kept'));
  const state = async () =>
    (await own.sql<{ state: string }>('select state from connections where account_id = $1 and id = $2', [accountId, channelId]))[0]?.state;
  const takeUp = (seal: Seal) => withoutPerson(own.database, accountId, (tenant) => takeUpOpened(tenant, seal));
  await takeUp(engine.seal);
  expect(await state()).toBe('needs_reconnect');
  await takeUp(newer);
  expect(await state()).toBe('active');
});
