import { expect, test } from 'vitest';
import { buildShop, ofOrders, type Shop } from '../../../../test/build.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import type { ToLink } from '../../to-link/contract.ts';

const own = testWeb();

/** A shop that sold two teapots, which went to the warehouse as two cups; a person who may map, and a teapot of the warehouse. */
async function soldTeapots() {
  const shop = await buildShop(own, { reads: ofOrders, limits: { shipStation: 400 } });
  const ann = await own.person(shop.accountId, 'account_admin');
  shop.sandbox.control.client().catalogue.take([{ sku: 'TEAPOT', name: 'A teapot', units: 100 }]);
  await own.sql(`update connections set link_same_skus = false where id = $1`, [shop.channelId]);
  shop.sell({ orderNumber: '1001', items: [{ sku: 'TEAPOT', quantity: 2 }] });
  await shop.read('items', 'orders');
  await own.sql(
    `update order_lines l set location = 'MAIN' from orders o where o.account_id = $1 and o.id = l.order_id and l.account_id = o.account_id`,
    [shop.accountId],
  );
  const call = calling(shop, ann);
  await call('POST', '/api/connector-products', { connector_product: await linked(shop, 'CUP') });
  return { shop, call };
}

/** A call, and what follows it. */
const calling =
  (shop: Shop, person: Person) =>
  async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, payload?: object): Promise<{ id: number; [key: string]: unknown }> => {
    const reply = await own.as(person, { method, url, ...(payload && { payload }) });
    expect([url, reply.statusCode, reply.body]).toEqual([url, expect.toBeOneOf([200, 201]), expect.any(String)]);
    await shop.engine.passTime();
    await shop.engine.runJobs();
    return reply.json();
  };

const idOf = async (table: string, { accountId }: Shop, sku: string) =>
  Number((await own.sql(`select id from ${table} where account_id = $1 and sku = $2`, [accountId, sku]))[0]?.id);
const linked = async (shop: Shop, to: string | null, units = 1) => ({
  ...{ connector_id: shop.channelId, connector_product_sku: 'TEAPOT', units_per_sale: units },
  product_id: to === null ? null : await idOf('products', shop, to),
});
const slug = '/api/connectors/ship_station';

/** What the warehouse has, and what waits for a person. */
async function there(shop: Shop): Promise<string> {
  const [order] = [...shop.sandbox.control.client().orders.rows.values()];
  const body = order?.body as { method_code: string; warehouse_id: string | null; fields: Record<string, string> };
  const { issues } = await shop.order('1001');
  const goods = order?.lines.map(({ quantity, sku }) => `${quantity} ${sku}`).join();
  return [goods, body.method_code, body.warehouse_id ?? '', ...Object.values(body.fields), ...issues].filter(Boolean).join(' ');
}

const stuck = 'changed_after_release:mapping';

test('each call that changes a link, without a preview, is followed in what the warehouse has: replaced there, or an issue', async () => {
  const { shop, call } = await soldTeapots();
  expect(await there(shop)).toBe('2 CUP UPSGR');
  const connector_product = await linked(shop, 'CUP', 6);
  await call('POST', '/api/connector-products', { connector_product });
  expect(await there(shop)).toBe('12 CUP UPSGR');
  await call('POST', '/api/connector-products', { connector_product: await linked(shop, null) });
  expect(await there(shop)).toBe(`12 CUP UPSGR ${stuck}`);
  // Another order waits for the SKU, and its line is linked.
  shop.sell({ orderNumber: '1002', items: [{ sku: 'TEAPOT', quantity: 1 }], shipTo: { name: 'Bea Else' } as never });
  await shop.read('orders');
  const { id } = await shop.order('1002');
  const [line] = await own.sql<{ id: string }>('select id from order_lines where account_id = $1 and order_id = $2', [shop.accountId, id]);
  const map = { lineItemId: Number(line?.id), productId: await idOf('products', shop, 'MUG'), connectorId: shop.channelId };
  await call('POST', '/api/connector-products/line-item-map', map);
  expect(await there(shop)).toBe('12 MUG UPSGR');
  await call('POST', '/api/connector-products/delete', {
    connector_product: { connector_id: shop.channelId, connector_product_sku: 'TEAPOT' },
  });
  expect(await there(shop)).toBe(`12 MUG UPSGR ${stuck}`);
  const teapot = await idOf('products', shop, 'TEAPOT');
  shop.sell({ orderNumber: '1003', items: [{ sku: 'TEAPOT', quantity: 1 }], shipTo: { name: 'Cid Other' } as never });
  await shop.read('orders');
  const [row] = (await call('GET', '/api/skus-to-link')).data as ToLink[];
  const { name, upc, units_per_sale, best } = row as ToLink;
  const seen = { name, upc, units_per_sale, product: { sku: best?.sku, name: best?.name, upc: best?.upc } };
  const link = { connection_id: shop.channelId, sku: 'TEAPOT', product_id: teapot, seen };
  await call('POST', '/api/skus-to-link/links', { links: [link] });
  expect(await there(shop)).toBe('12 TEAPOT UPSGR');
  await call('DELETE', `${slug}/products`);
  expect(await there(shop)).toBe(`12 TEAPOT UPSGR ${stuck}`);
  await own.sql('update connector_products set deleted_at = null where account_id = $1', [shop.accountId]);
  const [listing] = await own.sql<{ id: string }>(
    `update connector_products set units_per_sale = 1 where account_id = $1 and connector_product_sku = 'TEAPOT' returning id`,
    [shop.accountId],
  );
  await call('POST', `${slug}/products/equal`, { links: [{ id: Number(listing?.id), product_id: teapot }] });
  expect(await there(shop)).toBe('2 TEAPOT UPSGR');
});

test('each call that changes a mapping or rule, without a preview, is followed in what the warehouse has', async () => {
  const { shop, call } = await soldTeapots();
  const [other, third] = (
    await own.sql<{ code: string }>(`select code from shipping_methods where account_id = $1 and code <> 'UPSGR' order by 1`, [
      shop.accountId,
    ])
  ).map(({ code }) => code);
  const [place] = (await own.sql<{ code: string }>('select code from warehouses where account_id = $1 order by 1', [shop.accountId])).map(
    ({ code }) => code,
  );
  await call('PUT', `${slug}/shipping-options`, { codes: [{ connectorCode: 'ups_ground', amwareCode: other }] });
  expect(await there(shop)).toBe(`2 CUP ${other}`);
  await call('POST', '/api/ship_station-mapping/save', { data: [{ connectorCode: 'ups_ground', amwareCode: third }] });
  expect(await there(shop)).toBe(`2 CUP ${third}`);
  const [option] = await own.sql<{ id: string }>(`select id from shipping_options where account_id = $1`, [shop.accountId]);
  await call('DELETE', `${slug}/shipping-options?id=${option?.id}`);
  expect(await there(shop)).toBe(`2 CUP ${third} ${stuck}`);
  await call('POST', `${slug}/shipping-options`, { ship_code: 'ups_ground', ship_name: 'UPSGR', description: '' });
  expect(await there(shop)).toBe('2 CUP UPSGR');
  await call('POST', `${slug}/save-locations`, {
    locations: [{ internal_id: 'MAIN', connector_location: 'Main', amware_location: place }],
  });
  expect(await there(shop)).toBe(`2 CUP UPSGR ${place}`);
  const [location] = await own.sql<{ id: string }>('select id from location_mappings where account_id = $1', [shop.accountId]);
  await call('DELETE', `/api/connectors/ship_station/remote-locations/${location?.id}`);
  expect(await there(shop)).toBe('2 CUP UPSGR');
  const preset = { field_name: 'packing_slip_message', field_description: 'Packing slip message', field_value: 'Thanks' };
  const { id } = await call('POST', `${slug}/amware-presets`, preset);
  expect(await there(shop)).toBe('2 CUP UPSGR Thanks');
  await call('DELETE', `${slug}/amware-presets/${id}`);
  expect(await there(shop)).toBe('2 CUP UPSGR');
  const [entry] = (await call('GET', `${slug}/rules/history`)) as unknown as { id: number }[];
  expect((await call('POST', `${slug}/rules/impact`, { put_back: entry?.id })).at_warehouse).toContain('will be replaced there');
  await call('POST', `${slug}/rules/history/${entry?.id}/put-back`);
  expect(await there(shop)).toBe('2 CUP UPSGR Thanks');
  const mapping = {
    ...{ source_field: 'country', source_name: 'Country', source_value: '', destination_value: 'Cheers' },
    ...{ destination_field: 'packing_slip_message', destination_name: 'Packing slip message' },
  };
  const rule = await call('POST', `${slug}/field-mappings`, mapping);
  expect(await there(shop)).toBe('2 CUP UPSGR Cheers');
  await call('DELETE', `${slug}/field-mappings/${rule.id}`);
  expect(await there(shop)).toBe('2 CUP UPSGR Thanks');
});
