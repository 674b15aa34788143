import { expect, test } from 'vitest';
import { visit } from '../test/visit.ts';
import type { Product } from './products.ts';

type Page = { value: Product[] };
const find = "/Products?$filter=Sku eq 'MUG'&$select=ID,Sku,TotalAvailableQuantity&$expand=DCQuantities";

async function shop() {
  const visited = await visit();
  await visited.steer('/channel_advisor/products', { body: { products: [{ sku: 'MUG', title: 'A mug', upc: '5012345678900' }] } });
  const mug = async () => (await visited.channelAdvisor<Page>(find)).body.value[0];
  const id = (await mug())?.ID ?? 0;
  const update = (UpdateType: string, ...Updates: object[]) =>
    visited.channelAdvisor(`/Products(${id})/UpdateQuantity`, { body: { Value: { UpdateType, Updates } } });
  return { ...visited, mug, update, id };
}

test('of an UnShipped quantity open orders are taken off; of what is available they are not', async () => {
  const { mug, update, control } = await shop();
  control.advisor().orders.add([{ SiteOrderID: 'N1', items: [{ sku: 'MUG', quantity: 3 }] }]);
  expect((await update('UnShipped', { DistributionCenterID: 1, Quantity: 10 })).status).toBe(204);
  expect(await mug()).toMatchObject({ TotalAvailableQuantity: 7, DCQuantities: [{ DistributionCenterID: 1, AvailableQuantity: 7 }] });
  await update('Available', { DistributionCenterID: 1, Quantity: 10 });
  expect(await mug()).toMatchObject({ TotalAvailableQuantity: 10 });
});

test('what a marketplace sells first is in the catalogue under the name that it is sold by', async () => {
  const { channelAdvisor, control } = await shop();
  control.advisor().orders.add([
    {
      SiteOrderID: 'N1',
      items: [
        { sku: 'CUP', title: 'A cup', quantity: 1 },
        { sku: 'BARE', quantity: 1 },
      ],
    },
  ]);
  const titleOf = async (sku: string) => (await channelAdvisor<Page>(`/Products?$filter=Sku eq '${sku}'`)).body.value[0]?.Title;
  expect([await titleOf('CUP'), await titleOf('BARE')]).toEqual(['A cup', 'BARE']);
});

test('a quantity is refused where somebody else manages it, where nothing is, and below nothing', async () => {
  const { update, channelAdvisor } = await shop();
  const refused = [
    await update('UnShipped', { DistributionCenterID: 2, Quantity: 1 }),
    await update('UnShipped', { DistributionCenterID: 3, Quantity: 1 }),
    await update('UnShipped', { DistributionCenterID: 9, Quantity: 1 }),
    await update('UnShipped', { DistributionCenterID: 1, Quantity: -1 }),
    await update('Sideways', { DistributionCenterID: 1, Quantity: 1 }),
    await update('UnShipped'),
  ];
  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 400));
  expect((await channelAdvisor('/Products(1)/UpdateQuantity', { body: { Value: {} } })).status).toBe(400);
});

test('a product is put into a profile once, and changed after that', async () => {
  const { channelAdvisor } = await shop();
  const product = { ProfileID: 12_000_002, Sku: 'MUG', Title: 'The same mug elsewhere', RetailPrice: 4.5 };
  const { status, body } = await channelAdvisor<{ ID: number }>('/Products', { body: product });
  expect([status, body]).toMatchObject([201, product]);
  expect((await channelAdvisor('/Products', { body: product })).status).toBe(400);
  expect((await channelAdvisor('/Products', { body: { ...product, ProfileID: 5 } })).status).toBe(400);
  await channelAdvisor(`/Products(${body.ID})`, { method: 'PATCH', body: { Title: 'Changed' } });
  expect((await channelAdvisor(`/Products(${body.ID})`)).body).toMatchObject({ Title: 'Changed', RetailPrice: 4.5 });
});

test('what a marketplace sells has a product; profiles and distribution centres are listed', async () => {
  const { control, channelAdvisor, id } = await shop();
  control.advisor().orders.add([{ SiteOrderID: 'N1', items: [{ sku: 'CUP', quantity: 1 }] }]);
  expect((await channelAdvisor<Page>('/Products')).body.value.map(({ Sku }) => Sku)).toEqual(['MUG', 'CUP']);
  expect((await channelAdvisor(`/Products(${id})?$expand=Images`)).body).toMatchObject({ Title: 'A mug', Images: [] });
  expect((await channelAdvisor('/Profiles')).body).toMatchObject({ value: [{ ID: 12_000_001 }, { ID: 12_000_002 }] });
  expect((await channelAdvisor('/DistributionCenters?$filter=IsDeleted eq false')).body).toMatchObject({
    value: [
      { ID: 1, IsExternallyManaged: false },
      { ID: 2, IsExternallyManaged: true },
      { ID: 4, IsExternallyManaged: false, Type: 'DropShip' },
      { ID: 5, IsExternallyManaged: false, Type: 'RetailStore' },
    ],
  });
});
