import { expect, test } from 'vitest';
import { ownCalls } from '../../../../test/own-calls.ts';
import { buildBuyer } from '../../../../test/shop/purchasing.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { togglePurchaseLock } from '../actions/lock.ts';

const own = testWeb();

/** A buyer, and a person of theirs who has the web process read a purchase order again. */
async function buyer() {
  const shop = await buildBuyer(own);
  const { seal, mark, sandboxOrigin } = shop.engine;
  Object.assign(own.web.parts.engine, { seal, mark, sandboxOrigin });
  const person = await own.person(shop.accountId);
  return { shop, sync: syncBy(person) };
}

const syncBy = (person: Person) => (id: number) => own.as(person, { method: 'POST', url: `/purchase-orders/sync-from-source/${id}` });

test('a purchase order is read again by a process beside web, and its exchanges are found by its id there', async () => {
  const { shop, sync } = await buyer();
  const remoteId = shop.buy('PO-1');
  await shop.sync();
  const { id } = await shop.purchase('PO-1');
  shop.change(remoteId, { memo: 'Fragile' });
  const called = ownCalls();
  expect((await sync(id)).json().message).toBe('The order was read again from its source.');
  expect((await sync(id)).json().message).toBe('The order is as it is at its source.');
  expect(called).toEqual([]);
  expect((await shop.purchase('PO-1')).note).toBe('Fragile');
  await own.web.parts.engine.exchanges.flush();
  const logged = await own.sql('select distinct subject from exchanges where account_id = $1 and user_id is not null', [shop.accountId]);
  expect(logged).toEqual([{ subject: String(remoteId) }]);
});

test('a source that fails is said so, and the order stays as it is', async () => {
  const { shop, sync } = await buyer();
  shop.buy('PO-2');
  await shop.sync();
  const { id } = await shop.purchase('PO-2');
  shop.sandbox.control.faults.add({ target: 'netsuite', kind: '500', times: 9 });
  const refused = await sync(id);
  expect([refused.statusCode, refused.json().errorMessage ?? refused.json().message]).toEqual([
    409,
    expect.stringContaining('It could not be read from its source:'),
  ]);
  expect(await shop.purchase('PO-2')).toMatchObject({ source_state: 'open' });
});

test('of a locked one that has changed at its source it is said that this waits for the lock to be opened', async () => {
  const { shop, sync } = await buyer();
  const remoteId = shop.buy('PO-3');
  await shop.sync();
  const { id } = await shop.purchase('PO-3');
  await shop.inTenant((tenant) => togglePurchaseLock(tenant, id));
  shop.change(remoteId, { memo: 'Fragile' });
  expect((await sync(id)).json().message).toBe('The order has changed at its source. That is followed once it is unlocked.');
});
