import { expect, test } from 'vitest';
import { testDatabase } from '../../../../../test/database.ts';
import { splitShop } from '../../../../../test/shop/split-shop.ts';
import { checkEach } from '../../checking/check.ts';
import { requestCancel } from '../../release/holding/cancel.ts';
import { followAllSecondParcels } from './follow.ts';

const own = testDatabase();

test('a sweep does not look again at a second parcel that waits for a person who was told, until the reason is another', async () => {
  const shop = await splitShop(own);
  await shop.split({ CUP: 1 });
  await shop.open();
  const { floor, orders } = shop.sandbox.control.client();
  const advance = () => [...orders.rows.values()].forEach((order) => void floor.advance(order));
  shop.sandbox.control.set({ cancelWins: 'never' });
  advance();
  advance();
  await shop.inTenant((tenant) => requestCancel(tenant, [shop.id], null));
  advance();
  await shop.flow();
  await shop.tidy();
  expect((await shop.order('1001')).issues).toEqual(['second_parcel:doubt']);
  const looked = async () => {
    await shop.inTenant(followAllSecondParcels);
    return (await own.sql(`select from graphile_worker.jobs where task_identifier = 'orders:second-parcels'`)).length;
  };
  expect(await looked()).toBe(0);
  await own.sql(`update orders set source_state = 'cancelled' where id = $1`, [shop.id]);
  expect(await looked()).toBe(1);
});

test('each order of a job has a transaction of its own, and one that fails stops none of the others', async () => {
  const transactions: string[] = [];
  const { accountId } = await splitShop(own);
  const checked = checkEach(own.database, { accountId, userId: null }, [1, 2, 3], async ({ db }, id) => {
    const { txid } = await db.selectNoFrom(({ fn }) => fn<string>('txid_current').as('txid')).executeTakeFirstOrThrow();
    transactions.push(txid);
    if (id === 2) throw new Error('It failed.');
  });
  await expect(checked).rejects.toThrow('It failed.');
  expect(new Set(transactions).size).toBe(3);
});
