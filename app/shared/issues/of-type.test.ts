import { beforeAll, expect, test } from 'vitest';
import { theirWords } from '../../../connectors/http/reasons.ts';
import { inTenant } from '../../../platform/tenant.ts';
import { addConnection, addOrders } from '../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { openIssues } from './commands.ts';

const own = testWeb();
let person: Person;
let other: Person;
beforeAll(async () => {
  person = await own.person(await own.account('Toys'));
  other = await own.person(await own.account('Other'));
  const { accountId } = person;
  const connectionId = await addConnection(own, accountId);
  const [orderId] = await addOrders(own, accountId, connectionId, [{}]);
  const refused = Array.from({ length: 60 }, (_, n) => `SKU-${String(n + 1).padStart(2, '0')}`);
  await inTenant(own.database, person, (tenant) =>
    openIssues(tenant, [
      ...refused.map((sku) => ({
        ...{ connectionId, type: 'stock_refused' as const, subject: sku, blocking: false },
        sentence: { code: 'stock_refused' as const, connection: 'Shop', sku, reason: theirWords(`No ${sku.toLowerCase()} here.`) },
      })),
      { ...{ orderId, connectionId, type: 'unreadable', subject: 'lines' }, sentence: { code: 'no_lines' } },
      {
        ...{ type: 'unknown_receipt', subject: 'receipt:9', connectionId },
        sentence: { code: 'receipt_unknown', units: 24, sku: '22423', announcement: 'ASN-301' },
      },
    ]),
  );
  await own.sql(`update issues set opened_at = now() - interval '1 hour' where subject = 'SKU-33'`);
});

const read = async (address: string, who = person) => (await own.as(who, { url: `/api/issues/${address}` })).json();
const subjects = ({ data }: { data: { subject: string }[] }) => data.map(({ subject }) => subject);

test('all causes of a type are listed page by page, the oldest first', async () => {
  const [first, second] = [await read('stock_refused?perPage=50'), await read('stock_refused?perPage=50&page=2')];
  expect(first).toMatchObject({
    total: 60,
    last_page: 2,
    next_page_url: '/api/issues/stock_refused?orderBy=opened_at&orderDir=ASC&page=2&perPage=50',
  });
  expect(subjects(first)[0]).toBe('SKU-33');
  expect(new Set([...subjects(first), ...subjects(second)]).size).toBe(60);
  expect(first.data[0].sentence).toContain('No sku-33 here.');
});

test('a page after the last one has no rows, but the count of all', async () => {
  expect(await read('stock_refused?perPage=50&page=3')).toMatchObject({ total: 60, last_page: 2, data: [] });
  expect(await read('stock_refused?perPage=50&page=2&search=sku-07')).toMatchObject({ total: 1, last_page: 1, data: [] });
  expect(await read('stock_refused?page=2', other)).toMatchObject({ total: 0, data: [] });
});

test('they are found by what they are about, what was said, and their connection', async () => {
  expect(subjects(await read('stock_refused?search=sku-07'))).toEqual(['SKU-07']);
  expect(subjects(await read('unknown_receipt?search=asn-301'))).toEqual(['receipt:9']);
  expect((await read('unknown_receipt?search=receipt_unknown')).total).toBe(0);
});

test('an order that waits is named, and no other type or account is listed', async () => {
  expect(await read('unreadable')).toMatchObject({ total: 1, data: [{ subject: 'lines', order_id: expect.any(Number) }] });
  expect(await read('stock_refused', other)).toMatchObject({ total: 0, data: [] });
  expect((await own.as(person, { url: '/api/issues/constructor' })).statusCode).toBe(404);
});
