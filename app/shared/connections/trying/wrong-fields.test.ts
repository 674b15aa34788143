import { beforeAll, expect, test } from 'vitest';
import { startEdge } from '../../../../connectors/scripted-edge.ts';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import type { NewConnectionForm } from './trying.ts';
import { connectTried } from './trying.ts';

const own = testDatabase();
const key = `ck_${'0'.repeat(40)}`;
let requests: unknown[];
let address: string;

beforeAll(async () => {
  const edge = await startEdge(() => ({ json: {} }));
  [requests, address] = [edge.requests, edge.origin];
  return () => edge.stop();
});

async function connecting() {
  const { engine, sandbox, ...shop } = await buildShop(own, { connected: false });
  const form = (connector: string, settings: NewConnectionForm['settings']) => ({ connector, name: '', settings });
  return { sandbox, connect: (...of: Parameters<typeof form>) => connectTried(engine, shop, form(...of)) };
}

test('a credential that does not look like one is refused below its field, before anybody is asked', async () => {
  const { connect } = await connecting();
  await expect(connect('woocommerce', { address, consumer_key: key.slice(0, -3), consumer_secret: key })).rejects.toMatchObject({
    fields: {
      'settings.consumer_key': ['Must have 43 characters, and has 40'],
      'settings.consumer_secret': ['Must begin with cs_'],
    },
  });
  expect(requests).toEqual([]);
});

test('a setting that the vendor does not know is named', async () => {
  const { connect, sandbox } = await connecting();
  const settings = { api_key: 'demo-key', api_secret: 'demo-secret', api_origin: `${sandbox.origin}/ship-station`, store_id: '9' };
  await expect(connect('ship_station', settings)).rejects.toMatchObject({
    fields: { 'settings.store_id': ['The account has no store 9.'] },
  });
});

/** What each vendor's stand-in knows, at its address. */
const right: Record<string, (origin: string) => Record<string, string>> = {
  shopify: (origin) => ({
    ...{ shop: 'demo-gifts', client_id: '0123456789abcdef0123456789abcdef', client_secret: 'shpss_demo_0123456789' },
    api_address: `${origin}/shopify/demo-gifts`,
  }),
  amazon: (origin) => ({
    ...{ seller_id: 'A2DEMOGIFTS01X', client_id: 'amzn1.application-oa2-client.demo', client_secret: 'amzn1.oa2-cs.v1.demo' },
    ...{ refresh_token: 'Atzr|demo-refresh-token', api_origin: `${origin}/amazon` },
  }),
  shipbob: (origin) => ({ token: 'demo-shipbob-token', channel_id: '100102', api_origin: `${origin}/shipbob` }),
  extensiv: (origin) => ({
    ...{ client_id: 'demo-extensiv-client', client_secret: 'demo-extensiv-secret', user_login: 'crossdock', customer_id: '143' },
    ...{ tpl_key: '01234567-89ab-cdef-0123-456789abcdef', base_url: `${origin}/extensiv` },
  }),
};

test.each([
  ['shopify', 'shop', 'another-shop', 'The address leads to another shop, demo-gifts.myshopify.com.'],
  ['shopify', 'client_id', 'f'.repeat(32), 'No app has this client ID'],
  ['shopify', 'location_ids', '["77"]', 'The shop has no location 77.'],
  ['amazon', 'seller_id', 'A9ANOTHERONE11', 'The credentials are not those of the seller A9ANOTHERONE11.'],
  ['amazon', 'refresh_token', 'Atzr|another', 'The request has an invalid grant parameter'],
  ['amazon', 'marketplace_ids', '["A1NOWHERE","ATVPDKIKX0DER"]', 'The seller does not sell in the marketplace A1NOWHERE.'],
  ['shipbob', 'channel_id', '9', 'The token does not see channel 9 of ShipBob.'],
  ['extensiv', 'customer_id', '144', 'There is no customer 144, or these credentials do not open it.'],
  ['extensiv', 'facility_id', '99', '99 is none of the customer’s facilities.'],
])('where %s has another %s than what was entered, that field is named', async (connector, field, wrong, said) => {
  const { connect, sandbox } = await connecting();
  const settings = right[connector]?.(sandbox.origin) ?? {};
  await expect(connect(connector, { ...settings, [field]: wrong })).rejects.toMatchObject({
    fields: { [`settings.${field}`]: [expect.stringContaining(said)] },
  });
  expect(await connect(connector, settings)).toMatchObject({ message: expect.stringContaining('is connected as') });
});
