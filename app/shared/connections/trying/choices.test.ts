import { expect, test } from 'vitest';
import { addAccount, buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { listChoices } from './choices.ts';

const own = testDatabase();

async function asking() {
  const shop = await buildShop(own);
  const api_origin = `${shop.sandbox.origin}/ship-station`;
  const settings = (over: Record<string, string> = {}) => ({ api_key: 'demo-key', api_secret: 'demo-secret', api_origin, ...over });
  const ask = (over: object, actor: { accountId: number; userId: number } = shop) =>
    listChoices(shop.engine, actor, { connector: 'ship_station', choices: 'stores', settings: settings(), ...over });
  return { shop, settings, ask };
}

test('a setting is chosen from what the vendor lists by the settings so far', async () => {
  const { ask } = await asking();
  const { choices } = await ask({});
  expect(choices.length).toBeGreaterThan(0);
  expect(choices[0]).toEqual({ id: expect.stringMatching(/^\d+$/), name: expect.any(String) });
});

test('of a connection that is being changed the stored secrets count, and only this account’s', async () => {
  const { ask, settings } = await asking();
  const empty = settings({ api_key: '', api_secret: '' });
  expect((await ask({ settings: empty, connection: 'ship_station' })).choices.length).toBeGreaterThan(0);
  await expect(ask({ settings: empty })).rejects.toHaveProperty('fields');
  await expect(ask({ settings: empty, connection: 'ship_station' }, await addAccount(own))).rejects.toMatchObject({ status: 404 });
  await expect(ask({ settings: empty, connection: 'amware' })).rejects.toMatchObject({ status: 404 });
});

test('what the vendor refuses is said, and choices that there are not are refused', async () => {
  const { ask, settings } = await asking();
  await expect(ask({ settings: settings({ api_secret: 'wrong' }) })).rejects.toMatchObject({ status: 409 });
  await expect(ask({ choices: 'constructor' })).rejects.toHaveProperty('fields');
  await expect(ask({ connector: 'nobody' })).rejects.toHaveProperty('fields');
});

test('what is to be chosen need not be there yet, nor be right, when its list is fetched', async () => {
  const { ask, shop } = await asking();
  const settings = { token: 'demo-shipbob-token', api_origin: `${shop.sandbox.origin}/shipbob` };
  for (const typed of [{}, { channel_id: '' }, { channel_id: 'mine' }]) {
    const { choices } = await ask({ connector: 'shipbob', choices: 'channels', settings: { ...settings, ...typed } });
    expect(choices).toContainEqual({ id: expect.stringMatching(/^\d+$/), name: expect.any(String) });
  }
  // What the list is fetched by has to be there all the same.
  const without = ask({ connector: 'shipbob', choices: 'channels', settings: { api_origin: settings.api_origin } });
  await expect(without).rejects.toHaveProperty('fields', { 'settings.token': ['Is required'] });
});
