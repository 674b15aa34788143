import { expect, test } from 'vitest';
import { wordedWith } from '../../test/worded.ts';
import { had } from '../contract-suite/opened.ts';
import { extensiv } from './connector.ts';
import { settings } from './opened.ts';
import { openVendor } from './opened-by-tests.ts';
import { customer, tpl } from './sample.ts';

test('a credential belongs to the customer within its 3PL, and to the facility where one is chosen', async () => {
  const whole = await openVendor();
  expect(had(await whole.identify())).toEqual({ name: 'Demo Gifts', detail: 'Customer 143', keys: [`extensiv:customer/${tpl}/143`] });
  const one = await openVendor({}, { facility_id: '2' });
  expect(had(await one.identify())).toEqual({ name: 'Demo Gifts', detail: 'Reno', keys: [`extensiv:customer/${tpl}/143/facility/2`] });
  const braced = await openVendor({}, { tpl_key: `{${tpl.toUpperCase()}}` });
  expect(had(await braced.identify()).keys).toEqual([`extensiv:customer/${tpl}/143`]);
});

test('a customer that is not there or is deactivated, and a facility that is none, are said', async () => {
  const cases = [
    [{ before: ({ path }: { path: string }) => (path === '/customers/143' ? { status: 404 } : undefined) }, {}, 'There is no customer 143'],
    [
      {
        before: ({ path }: { path: string }) =>
          path === '/customers/143' ? { json: { ...customer, readOnly: { customerId: 143, deactivated: true } } } : undefined,
      },
      {},
      'The warehouse has deactivated the customer 143',
    ],
    [{}, { facility_id: '4' }, '4 is none of the customer’s facilities'],
  ] as const;
  for (const [changes, given, words] of cases) {
    const { identify } = await openVendor(changes, given);
    expect(await identify()).toMatchObject({ ok: false, failure: { reason: wordedWith(words) } });
  }
});

test('a sign-in that is refused says why, and needs new credentials', async () => {
  const { identify } = await openVendor({}, { client_secret: 'another' });
  expect(await identify()).toMatchObject({ ok: false, failure: { kind: 'reconnect' } });
});

test('methods are by carrier and service; one without services is a choice by itself', async () => {
  const { warehouse } = await openVendor();
  expect(had(await warehouse.listShippingMethods())).toEqual([
    { carrier: 'UPS', methods: [{ code: 'UPS/03', name: 'Ground' }] },
    { carrier: 'Own truck', methods: [{ code: 'Own%20truck/', name: 'Own truck' }] },
  ]);
});

test('facilities that are in use are offered; of a connection to one, that one', async () => {
  expect(had(await (await openVendor()).warehouse.listWarehouses()).map(({ name }) => name)).toEqual(['Reno', 'Atlanta']);
  expect(had(await (await openVendor({}, { facility_id: '3' })).warehouse.listWarehouses())).toEqual([{ id: '3', name: 'Atlanta' }]);
});

test('the sign-in is sent to Extensiv alone, by https', () => {
  const api = (base_url: string) => extensiv.hosts({ base_url }).api;
  expect(api('https://secure-wms.com')).toEqual(['https://secure-wms.com']);
  expect(api('https://box.secure-wms.com/')).toEqual(['https://box.secure-wms.com']);
  for (const elsewhere of ['http://secure-wms.com', 'https://secure-wms.com.example.com', 'https://notsecure-wms.com', 'nothing'])
    expect(api(elsewhere)).toEqual([]);
});

test('the form says what looks wrong', () => {
  const good = { client_id: 'a', client_secret: 'b', user_login: 'c', tpl_key: tpl, customer_id: '143' };
  expect(settings.parse(good)).toMatchObject({ facility_id: '', base_url: 'https://secure-wms.com' });
  for (const wrong of [{ tpl_key: '777' }, { customer_id: 'Demo Gifts' }, { facility_id: 'Reno' }, { user_login: ' ' }])
    expect(settings.safeParse({ ...good, ...wrong }).success).toBe(false);
});
