import { expect, test } from 'vitest';
import { buildShop } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { listPayloads } from './payloads.ts';

const own = testDatabase();

test('every order gets its own payload back, whatever it is and however many were packed with it', async () => {
  const shop = await buildShop(own);
  const notes = ['two\nlines\r\n', '"quoted" \\ and \u2028 é 🐁', 'x'.repeat(250_000), '', 'after the long one'];
  shop.sell(...notes.map((customerNotes, at) => ({ orderNumber: `${at}`, customerNotes })));
  await shop.sync();
  for (const { id, source_order_number } of await shop.orders()) {
    const [payload, ...others] = await shop.inTenant((tenant) => listPayloads(tenant, id));
    expect(payload?.raw).toMatchObject({ orderNumber: source_order_number, customerNotes: notes[Number(source_order_number)] });
    expect(others).toEqual([]);
  }
  expect(await own.sql('select id from payload_bundles where account_id = $1', [shop.accountId])).toHaveLength(2);
});

test('the newest payload of an order comes first', async () => {
  const shop = await buildShop(own);
  const [sold] = shop.sell({ orderNumber: '1001', orderStatus: 'awaiting_payment', customerNotes: 'As it is' });
  if (!sold) throw new Error('nothing was sold');
  await shop.sync();
  const { id } = await shop.order('1001');
  shop.sandbox.control.seller().change(sold, { customerNotes: 'Wrap it' });
  await shop.sync();
  const payloads = await shop.inTenant((tenant) => listPayloads(tenant, id));
  expect(payloads.map(({ raw }) => raw)).toMatchObject([{ customerNotes: 'Wrap it' }, { customerNotes: 'As it is' }]);
});
