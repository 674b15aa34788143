import { expect, test } from 'vitest';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { secretContext } from '../calls/session.ts';
import { reconnectTried } from '../trying/trying.ts';
import { changesIn } from '../widgets/settings-in.ts';

const own = testDatabase();

test('a change of settings keeps what a colleague changed beside it, and is refused where both changed the same', async () => {
  const { engine, ...shop } = await buildShop(own);
  const change = (settings: Record<string, string>, was: Record<string, string>) =>
    reconnectTried(engine, shop, 'ship_station', settings, was);
  const stored = async () =>
    (await own.sql<{ settings: Record<string, string> }>('select settings from connections where id = $1', [shop.channelId]))[0]?.settings;
  // Until somebody saves them, what has a default is not among them.
  await change({}, {});
  const before = await stored();
  await change({ store_id: '310002' }, { store_id: '' });
  expect(await stored()).toEqual({ ...before, store_id: '310002' });
  await change({ api_secret: '' }, {});
  expect(await stored()).toEqual({ ...before, store_id: '310002' });
  await expect(change({ store_id: '310001' }, { store_id: '' })).rejects.toMatchObject({
    ...{ status: 409, code: 'changed_meanwhile' },
    message: expect.stringMatching(/^Somebody else changed the settings of .*\. Look at it again before you save\.$/),
  });
  // To want the same is no conflict, and whoever knows what it is by now may change it.
  await change({ store_id: '310002' }, { store_id: '' });
  await change({ store_id: '' }, { store_id: '310002' });
  expect(await stored()).toEqual(before);
});

test('a secret is replaced by what the dialog sends of it, and a colleague’s change beside it is still seen', async () => {
  const { engine, ...shop } = await buildShop(own);
  const context = secretContext(shop.accountId, shop.channelId);
  const stored = async () => {
    const [row] = await own.sql<{ secrets: string }>('select secrets from connections where id = $1', [shop.channelId]);
    return JSON.parse(engine.seal.open(row?.secrets ?? '', context)) as Record<string, string>;
  };
  const { api_secret = '', ...others } = await stored();
  const outdated = engine.seal.seal(JSON.stringify({ ...others, api_secret: 'outdated' }), context);
  await own.sql('update connections set secrets = $1 where id = $2', [outdated, shop.channelId]);
  const save = (typed: Record<string, string>) => {
    const { settings, was } = changesIn(typed, ['api_key', 'api_secret', 'store_id'], { shown: {}, seen: {} });
    return reconnectTried(engine, shop, 'ship_station', settings, was);
  };
  await save({ api_secret });
  expect(await stored()).toEqual({ ...others, api_secret });
  await save({ api_secret, store_id: '310002' });
  await expect(save({ api_secret, store_id: '310001' })).rejects.toMatchObject({ status: 409, code: 'changed_meanwhile' });
});
