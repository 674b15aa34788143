import { beforeAll, expect, test } from 'vitest';
import { sharedKeys } from '../../../connectors/http/identity.ts';
import { type Person, testWeb } from '../../../test/web.ts';

const own = testWeb();
const path = '/settings/super/accounts';
let sam: Person;
let ann: Person;
let bob: Person;

beforeAll(async () => {
  sam = await own.person(await own.account('Portal'), 'super');
  ann = await own.person(await own.account('Acme'), 'account_admin');
  bob = await own.person(await own.account('Beta Gifts'), 'account_admin');
  await connect(ann, 'ship_station', 'ShipStation', ['ship_station:store/31', 'ship_station:store/32']);
  await connect(bob, 'ship_station_2', 'ShipStation 2', ['ship_station:store/32']);
});

const connect = (to: Person, slug: string, name: string, identities: string[]) =>
  own.sql(`insert into connections (account_id, connector, slug, name, identities) values ($1, 'ship_station', $2, $3, $4)`, [
    to.accountId,
    slug,
    name,
    identities,
  ]);
const marks = async () => {
  const { data } = (await own.as(sam, { url: path })).json();
  return data.map(({ name, shared }: { name: string; shared: string[] }) => [name, ...shared]);
};
const sharedOf = async ({ accountId }: Person) => (await own.as(sam, { url: `${path}/${accountId}/shared` })).json().data;
const alone = ({ accountId }: Person, account: string, connection: string) => ({ others: [{ accountId, account, connection }] });

test('two accounts that are connected to the same are marked, each with the other and under which name', async () => {
  expect(await marks()).toEqual([['Acme', 'ShipStation'], ['Beta Gifts', 'ShipStation 2'], ['Portal']]);
  expect(await sharedOf(ann)).toEqual([{ slug: 'ship_station', name: 'ShipStation', ...alone(bob, 'Beta Gifts', 'ShipStation 2') }]);
  expect(await sharedOf(bob)).toEqual([{ slug: 'ship_station_2', name: 'ShipStation 2', ...alone(ann, 'Acme', 'ShipStation') }]);
  expect(await sharedOf(sam)).toEqual([]);
});

test.each([
  ['netsuite:account/7', 'netsuite:account/7/subsidiary/3', true],
  ['netsuite:account/6/subsidiary/3', 'netsuite:account/6', true],
  ['netsuite:account/8', 'netsuite:account/80', false],
  ['netsuite:account/9/subsidiary/1', 'netsuite:account/9/subsidiary/2', false],
])('one account has %s and another %s: shared is %s', async (first, second, shared) => {
  // The rule within an account is the same.
  expect(sharedKeys([first], [second]).length > 0).toBe(shared);
  const [one, other] = [await own.person(await own.account('One')), await own.person(await own.account('Other'))];
  await connect(one, 'a', 'A', [first]);
  await connect(other, 'b', 'B', [second]);
  expect(await sharedOf(one)).toEqual(shared ? [{ slug: 'a', name: 'A', ...alone(other, 'Other', 'B') }] : []);
  expect(await sharedOf(other)).toEqual(shared ? [{ slug: 'b', name: 'B', ...alone(one, 'One', 'A') }] : []);
});

test('one that was disconnected, one that was never identified, and two of one account are not shared', async () => {
  const [one, other] = [await own.person(await own.account('Third')), await own.person(await own.account('Fourth'))];
  await connect(one, 'gone', 'Gone', ['netsuite:account/20']);
  await connect(one, 'unknown', 'Unknown', []);
  await connect(other, 'kept', 'Kept', ['netsuite:account/20']);
  await connect(other, 'again', 'Again', ['netsuite:account/20/subsidiary/1']);
  await connect(other, 'unknown', 'Unknown', []);
  expect(await sharedOf(other)).toHaveLength(2);
  await own.sql(`update connections set disconnected_at = now() where account_id = $1 and slug = 'gone'`, [one.accountId]);
  expect([await sharedOf(one), await sharedOf(other)]).toEqual([[], []]);
});

test('the accounts themselves see nothing of it', async () => {
  for (const url of [path, `${path}/${ann.accountId}/shared`, `${path}/${bob.accountId}/shared`])
    expect((await own.as(ann, { url })).statusCode, url).toBe(403);
  const connectors = await own.as(ann, { url: '/api/connectors' });
  expect(connectors.statusCode).toBe(200);
  expect(connectors.body).toContain('ShipStation');
  for (const foreign of ['Beta Gifts', 'ShipStation 2']) expect(connectors.body).not.toContain(foreign);
});

test('the role that compares them sees nothing else of a connection, and changes none', async () => {
  const { directory } = own.web.parts;
  for (const column of ['secrets', 'settings', 'credential'])
    await expect(directory.query(`select ${column} from connections`), column).rejects.toThrow('permission denied');
  await expect(directory.query(`update connections set name = 'mine'`)).rejects.toThrow('permission denied');
  expect(await directory.query('select name from connections where disconnected_at is not null')).toEqual([]);
});
