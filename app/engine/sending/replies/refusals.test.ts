import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import type { Failure } from '../../../../connectors/contract.ts';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { buildShop, ofOrders } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { type Connection, getConnection } from '../../../shared/connections/calls/session.ts';
import type { Effect } from '../../../shared/outbox/claim.ts';
import { recordRefusals } from './refusals.ts';

const own = testDatabase();

const refusals: Failure[] = [
  { kind: 'rejected', code: 'duplicate', reason: theirWords('It is used.') },
  { kind: 'retry', at: new Date(), reason: theirWords('No reply.'), maybeDone: true },
];

test.each(refusals)('an order that the warehouse told of itself stays there, whatever its call ends with: $kind', async (failure) => {
  const shop = await buildShop(own, { reads: ofOrders });
  shop.sell({ orderNumber: '1001' });
  await shop.flow();
  const token = randomUUID();
  const [effect] = await own.sql<Effect>(
    `update outbox set state = 'sending', lease_token = $2 where account_id = $1 and kind = 'submit' returning *`,
    [shop.accountId, token],
  );
  await shop.inTenant(async (tenant) => {
    const connection = await getConnection(tenant, shop.engine.seal, shop.warehouseId);
    await recordRefusals(tenant, connection as Connection, [{ effect: effect as Effect, failure }], token);
  });
  expect(await shop.order('1001')).toMatchObject({ order_status: 'packing', in_amware: 1, issues: [] });
  expect(await own.sql('select state from warehouse_orders where account_id = $1', [shop.accountId])).toEqual([{ state: 'accepted' }]);
});
