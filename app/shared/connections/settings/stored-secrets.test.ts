import { expect, test } from 'vitest';
import { startEdge } from '../../../../connectors/scripted-edge.ts';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { listChoices } from '../trying/choices.ts';
import { reconnectTried } from '../trying/trying.ts';

const own = testDatabase();
const again = ['Must be entered again, because the address is another one'];

test('a stored secret never goes to another address than its own: it is demanded again', async () => {
  const asked: string[] = [];
  const stranger = await startEdge(({ path }) => {
    asked.push(path);
    return { json: { id: 'demo', name: 'Demo Gifts' } };
  });
  const { engine, sandbox, ...shop } = await buildShop(own);
  const change = (base_url: string, over: Record<string, string> = {}) =>
    reconnectTried(engine, shop, 'amware', { api_key: '', webhook_secret: '', base_url, ...over });
  await expect(change(`${stranger.origin}/amware`)).rejects.toMatchObject({
    fields: { 'settings.api_key': again, 'settings.webhook_secret': again },
  });
  await expect(change(stranger.origin, { webhook_secret: 'typed' })).rejects.toMatchObject({ fields: { 'settings.api_key': again } });
  expect(asked).toEqual([]);
  await change(`${sandbox.origin}/amware/`);
  await stranger.stop();
});

test('choices are not listed from another address with a stored secret', async () => {
  const { engine, ...shop } = await buildShop(own);
  const settings = { api_key: '', api_secret: '', api_origin: 'https://ssapi.shipstation.com' };
  await expect(
    listChoices(engine, shop, { connector: 'ship_station', choices: 'stores', settings, connection: 'ship_station' }),
  ).rejects.toMatchObject({ fields: { 'settings.api_key': again, 'settings.api_secret': again } });
});
