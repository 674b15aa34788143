import { beforeAll, expect, test } from 'vitest';
import { connectorNamed } from '../../../../connectors/index.ts';
import { inTenant } from '../../../../platform/tenant.ts';
import { webShop } from '../../../../test/shop/web-shop.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { connect, reconnect } from '../connecting/commands.ts';
import { syncOptionsOf } from './options.ts';

const own = testWeb();
const shop = webShop(own);
const base = '/api/connectors/netsuite';

beforeAll(async () => {
  const { sandbox, admin } = shop;
  const company = sandbox.control.company();
  const { clientId, certificateId, privateKey } = company.integration;
  const settings = {
    ...{ netsuite_account: company.accountId, client_id: clientId, certificate_id: certificateId, private_key: privateKey },
    ...{ time_zone: company.zone, api_address: `${sandbox.origin}/netsuite/${company.accountId}` },
  };
  const form = { connector: connectorNamed('netsuite'), name: 'NetSuite', settings, since: new Date('2020-01-01') };
  await inTenant(own.database, admin, (tenant) => connect(tenant, own.web.parts.engine.seal, form));
});

const send = async (method: 'GET' | 'POST', address: string, payload?: object, person: Person = shop.admin) => {
  const reply = await own.as(person, { method, url: address, ...(payload && { payload }) });
  return { status: reply.statusCode, body: reply.json() };
};
const settings = async () =>
  (await own.sql(`select settings from connections where account_id = $1 and connector = 'netsuite'`, [shop.admin.accountId]))[0]?.settings;

test('subsidiaries and the accounts of each are listed, chosen, and shown, and a choice is refused that began before', async () => {
  const { status, body: subsidiaries } = await send('GET', `${base}/subsidiaries`);
  expect([status, subsidiaries.length]).toEqual([200, 2]);
  const [first, second] = subsidiaries;
  const accountsOf = async (id: string) => (await send('GET', `${base}/subsidiary/${id}/accounts`)).body;
  const [accounts, others] = [await accountsOf(first.id), await accountsOf(second.id)];
  expect(accounts).not.toEqual(others);
  await own.sql(`update streams set cursor = '{"at": "x"}' where account_id = $1`, [shop.admin.accountId]);
  const saved = await send('POST', `${base}/subsidiaries`, { subsidiary: second.id, account: others[0] });
  expect(saved).toEqual({ status: 200, body: { message: 'The sync options were saved.' } });
  expect(syncOptionsOf(connectorNamed('netsuite'), await settings())).toEqual({ subsidiary: second, netsuiteAccount: others[0] });
  const streams = await own.sql(
    `select s.stream from streams s join connections c on c.id = s.connection_id where c.connector = 'netsuite' and s.cursor is not null`,
  );
  expect(streams.map(({ stream }) => stream)).toEqual(['orders']);
  const late = { subsidiary: first.id, account: accounts[0].id, was: { subsidiary: '', account: '' } };
  const now = `${second.name}, ${others[0].name}`;
  expect(await send('POST', `${base}/subsidiaries`, late)).toMatchObject({
    status: 409,
    body: { code: 'changed_meanwhile', errorMessage: `Somebody else changed this. Chosen now: ${now}. Look at it again before you save.` },
  });
  expect(syncOptionsOf(connectorNamed('netsuite'), await settings())).toEqual({ subsidiary: second, netsuiteAccount: others[0] });
});

test('what was chosen keeps its name when other settings change, and loses it when something else is entered', async () => {
  const connector = connectorNamed('netsuite');
  const chosen = { subsidiary_id: '1', subsidiary_name: 'Demo Gifts Inc.', adjustment_account_id: '101', account_name: 'Inventory' };
  const [row] = await own.sql<{ id: string }>(
    `update connections set settings = settings || $2::jsonb where account_id = $1 and connector = 'netsuite' returning id`,
    [shop.admin.accountId, JSON.stringify(chosen)],
  );
  /** As the form of the settings has them. */
  const save = async (changed: Record<string, string>) => {
    const shown = Object.entries(await settings()).filter(([name]) => name in connector.settings.shape);
    const entered = { ...(Object.fromEntries(shown) as Record<string, string>), ...changed };
    const { seal } = own.web.parts.engine;
    await inTenant(own.database, shop.admin, (tenant) => reconnect(tenant, seal, Number(row?.id), connector, entered));
    return syncOptionsOf(connector, await settings());
  };
  const netsuiteAccount = { id: '101', name: 'Inventory' };
  expect(await save({ location_id: '7' })).toEqual({ subsidiary: { id: '1', name: 'Demo Gifts Inc.' }, netsuiteAccount });
  expect(await save({ location_id: '', subsidiary_id: '2' })).toEqual({ subsidiary: { id: '2', name: '2' }, netsuiteAccount });
});

test('the choice limits which locations are listed', async () => {
  const { body: subsidiaries } = await send('GET', `${base}/subsidiaries`);
  const locations = async ({ id }: { id: string }) => {
    const [account] = (await send('GET', `${base}/subsidiary/${id}/accounts`)).body;
    await send('POST', `${base}/subsidiaries`, { subsidiary: id, account: account.id });
    return (await send('GET', `${base}/remote-locations`)).body.map(
      ({ connector_location }: { connector_location: string }) => connector_location,
    );
  };
  expect(await locations(subsidiaries[0])).not.toEqual(await locations(subsidiaries[1]));
});

const missing = 'Subsidiary and account must be selected';
test.each([
  [{}, { subsidiary: [missing], account: [missing], errorMessage: missing }],
  [{ subsidiary: '1' }, { account: [missing], errorMessage: missing }],
  [
    { subsidiary: '', account: '101' },
    { subsidiary: [missing], errorMessage: missing },
  ],
  [
    { subsidiary: '99', account: '101' },
    { subsidiary: ['There is no such subsidiary.'], errorMessage: 'There is no such subsidiary.' },
  ],
])('%j is refused', async (payload, body) => {
  expect(await send('POST', `${base}/subsidiaries`, payload)).toEqual({ status: 422, body });
});

test('failures are said, also of what has no subsidiaries', async () => {
  const fault = shop.sandbox.control.faults.add({ target: 'netsuite', kind: '500', probability: 1 });
  const failed = await send('GET', `${base}/subsidiaries`);
  shop.sandbox.control.faults.clear(fault.id);
  expect(failed).toMatchObject({ status: 409, body: { errorMessage: expect.stringMatching(/^NetSuite did not list them: /) } });
  const other = await send('GET', '/api/connectors/ship_station/subsidiaries');
  expect(other).toMatchObject({ status: 409, body: { errorMessage: 'ShipStation has no subsidiaries to choose from.' } });
});

test.each([
  ['GET', `${base}/subsidiaries`],
  ['GET', `${base}/subsidiary/1/accounts`],
  ['POST', `${base}/subsidiaries`],
] as const)('only admins of the account may %s %s', async (method, address) => {
  const payload = method === 'POST' ? { subsidiary: '1', account: '101' } : undefined;
  expect((await send(method, address, payload, shop.user)).status).toBe(403);
  expect((await send(method, address, payload, shop.stranger)).status).toBe(404);
});
