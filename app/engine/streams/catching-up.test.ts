import { expect, test } from 'vitest';
import { theirWords } from '../../../connectors/http/reasons.ts';
import { connectorNamed } from '../../../connectors/index.ts';
import { testDatabase } from '../../../test/database.ts';
import { shopToldOfMugs } from '../../../test/shop/told-of-stock.ts';
import { page, vendorOrder } from '../../../test/shop/vendor.ts';
import { connect, disconnect } from '../../shared/connections/connecting/commands.ts';

const own = testDatabase();

test('a channel that is connected again is told its stock once its orders are read, which have moved it', async () => {
  const { shop, vendor, quantities } = await shopToldOfMugs(own);
  await shop.inTenant((tenant) => disconnect(tenant, vendor.id));
  const busy = { kind: 'retry', at: new Date(Date.now() + 60_000), reason: theirWords('Busy.'), maybeDone: false, limited: true } as const;
  vendor.queue = () => ({ ok: false, failure: busy });
  const again = await shop.inTenant((tenant) =>
    connect(tenant, shop.engine.seal, {
      ...{ connector: connectorNamed('some_vendor'), name: 'Some vendor', settings: { key: 'k' }, since: new Date('2020-01-01T00:00:00Z') },
      identity: { name: 'Some vendor', keys: ['some_vendor:shop/1'] },
    }),
  );
  expect(again).toMatchObject({ id: vendor.id, isTakenUp: true });
  await shop.engine.runJobs();
  expect(quantities()).toHaveLength(1);
  vendor.queue = () => page([vendorOrder('1')]);
  await shop.engine.passTime();
  await shop.read('orders');
  expect(quantities().slice(1)).toEqual([['MUG', '1', 19]]);
});
