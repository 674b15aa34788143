import { expect, test } from 'vitest';
import { buildShop, ofOrders, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { recheckUnreleased } from '../order-flow/release/take-back.ts';
import { saveOrder } from '../orders/editing/save.ts';
import { tryRule } from './rules/try.ts';

const own = testDatabase();

const preset = ({ accountId, channelId }: Shop, field: string, value: string) =>
  own.sql('insert into presets (account_id, connection_id, field_name, field_value) values ($1, $2, $3, $4)', [
    accountId,
    channelId,
    field,
    value,
  ]);

type Mapping = { from: string; when?: string; to: string; as?: string };
const mapping = ({ accountId, channelId }: Shop, { from, when = '', to, as = '' }: Mapping) =>
  own.sql(
    'insert into field_mappings (account_id, connection_id, source_field, source_value, destination_field, destination_value) values ($1, $2, $3, $4, $5, $6)',
    [accountId, channelId, from, when, to, as],
  );

/** What was sent to the warehouse, by order. */
const sent = ({ sandbox }: Shop) => [...sandbox.control.client().orders.rows.values()].map(({ body }) => body.fields);

const cases: [name: string, presets: [string, string][], mappings: Mapping[], fields: Record<string, string>][] = [
  ['a preset sets a field of every order', [['priority', 'high']], [], { priority: 'high' }],
  ['a mapping copies the source’s value', [], [{ from: 'customer_email', to: 'notify' }], { notify: 'ann@example.com' }],
  ['a mapping gives its own value', [], [{ from: 'country', to: 'zone', as: 'domestic' }], { zone: 'domestic' }],
  [
    'a mapping with a source value applies where it matches',
    [],
    [{ from: 'country', when: 'US', to: 'zone', as: 'domestic' }],
    { zone: 'domestic' },
  ],
  ['… and nowhere else', [], [{ from: 'country', when: 'GB', to: 'zone', as: 'abroad' }], {}],
  ['a mapping of a field that the order lacks does nothing', [], [{ from: 'company_name', to: 'label' }], {}],
  ['a mapping wins over a preset', [['zone', 'any']], [{ from: 'country', to: 'zone', as: 'domestic' }], { zone: 'domestic' }],
  [
    'the more particular mapping wins',
    [],
    [
      { from: 'country', when: 'US', to: 'zone', as: 'domestic' },
      { from: 'country', to: 'zone', as: 'any' },
    ],
    { zone: 'domestic' },
  ],
];

test.each(cases)('%s', async (_name, presets, mappings, fields) => {
  const shop = await buildShop(own, { reads: ofOrders });
  for (const [field, value] of presets) await preset(shop, field, value);
  for (const each of mappings) await mapping(shop, each);
  shop.sell({ orderNumber: '1001', customerEmail: 'ann@example.com' });
  await shop.sync();
  expect(sent(shop)).toEqual([fields]);
});

test('what a person edited counts most, then a mapping with a source value, one without, a preset, and last what the channel sent', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  const [sold] = shop.sell({ orderNumber: '1001', orderStatus: 'awaiting_payment', customerNotes: 'Channel' });
  await shop.sync();
  const { id } = await shop.order('1001');
  const note = () => shop.inTenant(async (tenant) => (await tryRule(tenant, shop.channelId, '1001', {})).after.note);
  const counts = [await note()];
  await preset(shop, 'note', 'Preset');
  counts.push(await note());
  await mapping(shop, { from: 'country', to: 'note', as: 'Mapping' });
  counts.push(await note());
  await mapping(shop, { from: 'country', when: 'US', to: 'note', as: 'Mapping of US' });
  counts.push(await note());
  await shop.inTenant((tenant) => saveOrder(tenant, { id, note: 'Person' }));
  counts.push(await note());
  expect(counts).toEqual(['Channel', 'Preset', 'Mapping', 'Mapping of US', 'Person']);
  shop.sandbox.control.seller().change(sold as never, { orderStatus: 'awaiting_shipment' });
  await shop.sync();
  expect([...shop.sandbox.control.client().orders.rows.values()].map(({ body }) => body.note)).toEqual(['Person']);
});

test('a field of an order that is empty is none: a mapping of it does nothing, and a preset stays', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001', orderStatus: 'awaiting_payment' });
  await shop.sync();
  // As of a country without postal codes.
  await own.sql(`update orders set postal_code = '' where account_id = $1`, [shop.accountId]);
  await preset(shop, 'zone', 'any');
  await mapping(shop, { from: 'postal_code', to: 'zone' });
  await mapping(shop, { from: 'postal_code', to: 'label', as: 'coded' });
  const { after } = await shop.inTenant((tenant) => tryRule(tenant, shop.channelId, '1001', {}));
  expect([after.zone, after.label]).toEqual(['any', undefined]);
});

test('a mapping with a source value applies where the channel has spaces around that', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001', orderStatus: 'awaiting_payment' });
  await shop.sync();
  await own.sql(`update orders set city = 'Leeds ' where account_id = $1`, [shop.accountId]);
  await mapping(shop, { from: 'city', when: 'Leeds', to: 'zone', as: 'north' });
  const { after } = await shop.inTenant((tenant) => tryRule(tenant, shop.channelId, '1001', {}));
  expect(after.zone).toBe('north');
});

test('an order that has not left follows its channel in what only a mapping reads of it', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await mapping(shop, { from: 'advancedOptions.customField1', to: 'zone' });
  const [sold] = shop.sell({ orderNumber: '1001', orderStatus: 'awaiting_payment', poNumber: 'North' });
  await shop.sync();
  expect((await shop.order('1001')).fields).toEqual({ zone: 'North' });
  shop.sandbox.control.seller().change(sold as never, { poNumber: 'South' });
  await shop.sync();
  const { fields, events } = await shop.order('1001');
  expect(fields).toEqual({ zone: 'South' });
  await shop.sync();
  expect((await shop.order('1001')).events).toEqual(events);
});

test('presets and mappings that change are applied anew to orders that have not left, and to no others', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001' }, { orderNumber: '1002', serviceCode: 'fedex_2day' });
  await shop.sync();
  await preset(shop, 'priority', 'high');
  expect(await shop.inTenant((tenant) => recheckUnreleased(tenant, shop.channelId))).toBe(1);
  await shop.engine.runJobs();
  expect((await shop.orders()).map(({ fields }) => fields)).toEqual([{}, { priority: 'high' }]);
  await own.sql('delete from presets where account_id = $1', [shop.accountId]);
  await shop.inTenant((tenant) => recheckUnreleased(tenant, shop.channelId));
  await shop.engine.runJobs();
  expect((await shop.order('1002')).fields).toEqual({});
});

test('orders to one address with different fields are not combined', async () => {
  const shop = await buildShop(own, { reads: ofOrders });
  await mapping(shop, { from: 'source_order_number', to: 'reference' });
  shop.sell({ orderNumber: '1001' }, { orderNumber: '1002' });
  await shop.sync();
  expect(new Set(sent(shop))).toEqual(new Set([{ reference: '1001' }, { reference: '1002' }]));
});
