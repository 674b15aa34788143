import { expect, test } from 'vitest';
import { buildOwnShop, orderOf } from '../../../../test/shop/own-shop.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();

/** So many different letters, of three bytes each: an index cannot make them shorter. */
const letters = (most: number) => Array.from({ length: most }, (_, n) => String.fromCodePoint(0x4e00 + ((n * 7_919) % 20_000))).join('');
/** As long as their two units a letter leave room for. */
const wide = (most: number) => '𐍈'.repeat(most / 2);
const least = '-9999999999.9999';
const dearest = { quantity: 1_000_000, unit_price: '9999999999.9999' };

const extremes: Record<string, object> = {
  'the longest texts': {
    ship_to: {
      ...{ name: letters(200), company: letters(200), line_1: letters(300), line_2: letters(300), city: letters(200) },
      ...{ state: letters(100), postal_code: letters(40), country: 'ZZ' },
    },
    ...{ number: letters(100), po_number: letters(100), customer_name: letters(200), customer_email: letters(200) },
    ...{ customer_phone: letters(60), shipping_code: letters(200), note: letters(5_000), gift_message: letters(2_000) },
  },
  'the widest letters': {
    ship_to: { name: wide(200), line_1: wide(300), city: wide(200), country: 'US' },
    ...{ shipping_code: wide(200), note: wide(5_000), gift_message: wide(2_000) },
  },
  'the most lines, worth the most': {
    total: '1.00',
    lines: Array.from({ length: 500 }, (_, n) => ({
      id: `${n}${letters(90)}`,
      sku: `${n}${letters(190)}`,
      name: letters(500),
      ...dearest,
    })),
  },
  'the most of one link': { total: '1.00', lines: Array.from({ length: 500 }, (_, n) => ({ id: `${n + 1}`, sku: 'MUG', ...dearest })) },
  'the least amounts': { total: least, shipping_cost: least, tax: least, lines: [{ sku: 'MUG', quantity: 1_000_000, unit_price: least }] },
  'the first and the last day': { placed_at: '2099-12-31T23:59:59Z', ship_by: '2000-01-01T00:00:01Z' },
  'signs that nobody sees': { note: '\u0001\u0008\ufeff\u202e', gift_message: '\u001b[2J' },
  blanks: { number: ' ', ship_to: { name: ' ', line_1: '', city: '', country: 'ZZ' } },
};

test('what the schema takes the database holds, as a new order and as a change', async () => {
  const { send, accountId, engine } = await buildOwnShop(own);
  await send('POST', '/v1/shop/listings', { listings: [{ sku: 'MUG', name: 'A mug' }] });
  await own.sql('update connector_products set units_per_sale = 10000 where account_id = $1', [accountId]);
  const sent = await send('POST', '/v1/shop/orders/send', {
    orders: Object.entries(extremes).map(([external_id, other]) => orderOf(external_id.replaceAll(' ', '-'), other)),
  });
  const { data } = sent.json();
  expect(data.map(({ external_id, outcome, errors }: Record<string, unknown>) => [external_id, outcome, errors])).toEqual(
    Object.keys(extremes).map((name) => [name.replaceAll(' ', '-'), 'created', []]),
  );
  const plain = (await send('POST', '/v1/shop/orders', orderOf('plain'))).json();
  for (const [name, other] of Object.entries(extremes)) {
    const reply = await send('PATCH', `/v1/shop/orders/${plain.id}`, { external_id: 'plain', ...other });
    expect([reply.statusCode, reply.json().id], `${name}: ${reply.body.slice(0, 300)}`).toEqual([200, plain.id]);
  }
  // Nor does what follows stumble over them.
  await engine.runJobs();
  expect(await own.sql('select remote_id from orders where account_id = $1 and checked_at is null', [accountId])).toEqual([]);
});
