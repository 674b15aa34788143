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
