import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Failure } from '../../../../connectors/contract.ts';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { requestCancel } from '../../../nouns/order-flow/release/holding/cancel.ts';
import { type Connection, getConnection } from '../../../shared/connections/calls/session.ts';
import type { Effect } from '../../../shared/outbox/claim.ts';
import { recordRefusals } from './refusals.ts';

const own = testDatabase();

const duplicate: Failure = { kind: 'rejected', code: 'duplicate', reason: theirWords('It is used.') };
const noReply: Failure = { kind: 'retry', at: new Date(), reason: theirWords('No reply.'), maybeDone: true };

/** An order that is being sent to the warehouse, as far as the outbox knows, and how that ends. */
async function beingSent({ arrives = true } = {}) {
  const shop = await buildShop(own, { reads: ofOrders });
  if (!arrives) await own.sql(`update connections set state = 'needs_reconnect' where id = $1`, [shop.warehouseId]);
  shop.sell({ orderNumber: '1001' });
  await shop.flow();
  const token = randomUUID();
  const refuse = async (failure: Failure) => {
    const [effect] = await own.sql<Effect>(
      `update outbox set state = 'sending', lease_token = $2 where account_id = $1 and kind = 'submit' returning *`,
      [shop.accountId, token],
    );
    await shop.inTenant(async (tenant) => {
      const connection = await getConnection(tenant, shop.engine.seal, shop.warehouseId);
      await recordRefusals(tenant, connection as Connection, [{ effect: effect as Effect, failure }], token);
    });
  };
  const { id } = await shop.order('1001');
  const cancel = () => shop.inTenant((tenant) => requestCancel(tenant, [id], null));
  const sent = () => own.sql('select state, reference from warehouse_orders where account_id = $1', [shop.accountId]);
  return { shop, id, refuse, cancel, sent };
}

test.each([duplicate, noReply])(
  'an order that the warehouse told of itself stays there, whatever its call ends with: $kind',
  async (failure) => {
    const { shop, refuse, sent } = await beingSent();
    await refuse(failure);
    expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', in_amware: 1, issues: [] });
    expect(await sent()).toMatchObject([{ state: 'accepted' }]);
  },
);

test('a late refusal frees no reference of what the warehouse had and cancelled', async () => {
  const { shop, refuse, cancel, sent } = await beingSent();
  await cancel();
  await shop.flow();
  const before = await sent();
  expect(before).toMatchObject([{ state: 'cancelled' }]);
  await refuse({ kind: 'rejected', code: 'other', reason: theirWords('Nothing is left of it.') });
  expect(await sent()).toEqual(before);
});

test('an order whose last attempt has no reply may be there: it is asked back, not cancelled here', async () => {
  const { id, refuse, cancel } = await beingSent({ arrives: false });
  await refuse(noReply);
  expect(await cancel()).toEqual({ cancelled: [], requested: [id] });
});
