import { beforeAll, expect, test } from 'vitest';
import { inTenant, type Tenant } from '../../../platform/tenant.ts';
import { rendered } from '../../../test/rendered.tsx';
import { addConnection, addOrders } from '../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { checkOrders } from '../../nouns/order-flow/checking/check.ts';
import { listCauses } from '../../shared/issues/queries.ts';
import { withLists } from './causes/with-lists.ts';
import { NeedsPerson } from './widgets/causes/needs-person.tsx';

const own = testWeb();
let ann: Person;
let ids: number[] = [];
const within = <T,>(work: (tenant: Tenant) => Promise<T>) => inTenant(own.database, { accountId: ann.accountId, userId: ann.userId }, work);

beforeAll(async () => {
  ann = await own.person(await own.account('Ours'));
  const channel = await addConnection(own, ann.accountId);
  const usual = { order_status: 'pending', in_amware: 0, on_hold: true, shipping_code: 'GND', units_ordered: 1, customer_name: 'Ada' };
  const address = { address: '1 Main Street', city: 'Berlin', state: null, postal_code: '10115' };
  const of = (country: string) => ({ ...usual, ...address, country });
  ids = await addOrders(own, ann.accountId, channel, [of('Germany'), of('Germany'), of('Georgia'), of('DE')]);
  await within((tenant) => checkOrders(tenant, ids));
});

const counted = async () => (await within(listCauses)).groups.find(({ type }) => type === 'address_incomplete')?.suggested;
const listed = async () => {
  const reply = await own.as(ann, { url: '/api/orders?view=attention&issue=address_suggested' });
  expect(reply.statusCode, reply.body).toBe(200);
  const { data, total } = reply.json();
  expect(total).toBe(data.length);
  return data.map(({ id }: { id: number }) => id).toSorted((a: number, b: number) => a - b);
};
const write = async (id: number, columns: string) => {
  await own.sql(`update orders set ${columns} where id = ${id}`);
  await within((tenant) => checkOrders(tenant, [id]));
};

test('Home counts the addresses that have a suggestion, and leads to the list of exactly these', async () => {
  expect(await counted()).toBe(2);
  expect(await listed()).toEqual(ids.slice(0, 2));
  const { groups } = await within(listCauses);
  const home = rendered(<NeedsPerson groups={withLists(groups)} />);
  expect(home).toContain('2 addresses have a suggestion');
});

test('the count follows an address that is corrected, that becomes doubtful, and that becomes certain', async () => {
  const [first = 0, second = 0, doubtful = 0] = ids;
  await write(first, `country = 'DE'`);
  await write(second, `country = 'Georgia'`);
  expect([await counted(), await listed()]).toEqual([0, []]);
  // What it lacks is the same as before: only what is suggested has changed.
  await write(doubtful, `country = 'Germany'`);
  expect([await counted(), await listed()]).toEqual([1, [doubtful]]);
});

test('of another account nothing is counted', async () => {
  const other = await own.person(await own.account('Other'));
  const reply = await own.as(other, { url: '/api/orders?issue=address_suggested' });
  expect(reply.json()).toMatchObject({ data: [], total: 0 });
});
