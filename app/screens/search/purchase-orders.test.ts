import { beforeAll, expect, test } from 'vitest';
import { indexWords } from '../../../test/index-words.ts';
import { type Person, testWeb } from '../../../test/web.ts';

const own = testWeb();
let ann: Person;
const ids: Record<string, number> = {};

/** Twenty-two purchase orders of one vendor, each a day newer than the one before; the first has a lot and an announcement. */
beforeAll(async () => {
  const accountId = await own.account();
  ann = await own.person(accountId);
  const rows = await own.sql<{ id: string; source_number: string }>(
    `insert into purchase_orders (account_id, source_number, vendor_name, vendor_number, warehouse_reference_number, ordered_at, checked_at)
    select $1, 'HK-' || n, 'Hong Kong Giftware', 'V-12', case when n = 1 then 'ASN-77' end,
      '2026-03-01'::timestamptz + make_interval(days => n), now()
    from generate_series(1, 22) as n returning id, source_number`,
    [accountId],
  );
  for (const { id, source_number } of rows) ids[source_number] = Number(id);
  await own.sql(
    `insert into purchase_order_lines (account_id, purchase_order_id, position, sku, name, quantity, lot_number) values ($1, $2, 1, 'OWL-9',
      'An owl', 5, 'L-2207')`,
    [accountId, ids['HK-1']],
  );
  await indexPurchaseOrders(accountId);
});

async function indexPurchaseOrders(accountId: number): Promise<void> {
  await own.sql(
    `insert into words_due (account_id, noun, record_ids) select account_id, 'purchase_orders', array_agg(id) from purchase_orders
    where account_id = $1 group by 1`,
    [accountId],
  );
  await indexWords(own, accountId);
}

const search = async (q: string, person = ann) => {
  const reply = await own.as(person, { url: `/api/purchase-orders/search?q=${encodeURIComponent(q)}` });
  return {
    status: reply.statusCode,
    numbers: reply.statusCode === 200 ? reply.json().map((each: { source_number: string }) => each.source_number) : [],
  };
};

test.each([
  ['its number', 'hk-1'],
  ['a SKU', 'OWL-9'],
  ['a lot', 'l-2207'],
  ['its announcement', 'asn-77'],
  ['vendor and SKU together', 'giftware owl'],
])('%s finds a purchase order', async (_, words) => {
  expect((await search(words)).numbers[0]).toBe('HK-1');
});

test('our own number finds it, then the newest of a vendor come first, and a miss is 204', async () => {
  expect((await search(`PO-${ids['HK-5']}`)).numbers[0]).toBe('HK-5');
  expect((await search('hong kong')).numbers.slice(0, 2)).toEqual(['HK-22', 'HK-21']);
  expect((await search('hk-2')).numbers.slice(0, 2)).toEqual(['HK-2', 'HK-22']);
  expect((await search('nobody')).status).toBe(204);
});

test('the box counts them beside the other kinds, and never another account’s', async () => {
  const box = async (person: Person) => (await own.as(person, { url: '/api/search?q=hong' })).json().purchase_orders;
  expect(await box(ann)).toMatchObject({
    count: 20,
    more: true,
    first: [{ source_number: 'HK-22', vendor_name: 'Hong Kong Giftware' }, {}, {}, {}],
  });
  const bea = await own.person(await own.account('Other'));
  expect(await box(bea)).toEqual({ count: 0, more: false, first: [] });
  expect((await search('hong', bea)).status).toBe(204);
});

test.each(['muller', 'MÜLLER', 'Mu\u0308ller', 'strasse müller'])('“%s” finds the vendor Müller, as it finds an order', async (words) => {
  const dora = await own.person(await own.account('Accents'));
  await own.sql(
    `insert into purchase_orders (account_id, source_number, vendor_name, ordered_at, checked_at) values ($1, 'M-1', 'Müller Straße', now(),
      now())`,
    [dora.accountId],
  );
  await indexPurchaseOrders(dora.accountId);
  expect((await search(words, dora)).numbers).toEqual(['M-1']);
});

test('of several words the rarest is looked up: a vendor is found behind thousands that share a word with it', async () => {
  const cat = await own.person(await own.account('Large'));
  const rows = await own.sql<{ id: string }>(
    `insert into purchase_orders (account_id, source_number, vendor_name, ordered_at, checked_at)
    select $1, 'L-' || n, case when n = 1 then 'Vendor Rare' else 'Vendor Common' end, '2026-03-01', now()
      from generate_series(1, 1200) as n returning id`,
    [cat.accountId],
  );
  expect(rows).toHaveLength(1200);
  await indexPurchaseOrders(cat.accountId);
  for (const words of ['vendor rare', 'rare vendor', 'vendor l-1 rare'])
    expect([words, (await search(words, cat)).numbers]).toEqual([words, ['L-1']]);
  expect((await search('common vendor', cat)).numbers).toHaveLength(50);
  const { data, ...list } = (await own.as(cat, { url: '/api/purchase-orders?search=vendor+rare' })).json();
  expect([data.map((each: { source_number: string }) => each.source_number), list]).toMatchObject([
    ['L-1'],
    { total: 1, total_is_exact: true },
  ]);
});
