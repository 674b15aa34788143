import { expect, test } from 'vitest';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { deleteShippingOption } from './commands.ts';
import { listShippingOptions } from './queries.ts';

const own = testDatabase();

test('a code that imported orders bring appears by itself, once and not mapped, before those that are known, and again when it was deleted', async () => {
  const shop = await buildShop(own);
  const { channelId, inTenant, sell, sync } = shop;
  const list = async () => (await inTenant((tenant) => listShippingOptions(tenant, channelId))).codesMapping;
  const known = await list();
  sell({ orderNumber: '1001', serviceCode: 'carrier_pigeon' }, { orderNumber: '1002', serviceCode: 'carrier_pigeon' });
  await sync();
  const [pigeon, ...others] = await list();
  expect(pigeon).toMatchObject({ connectorCode: 'carrier_pigeon', amwareCode: null, waiting: 2 });
  expect(others).toEqual(known);
  await inTenant((tenant) => deleteShippingOption(tenant, channelId, pigeon?.id ?? 0));
  sell({ orderNumber: '1003', serviceCode: 'carrier_pigeon' });
  await sync();
  expect((await list()).filter(({ connectorCode }) => connectorCode === 'carrier_pigeon')).toMatchObject([
    { amwareCode: null, waiting: 3 },
  ]);
});
