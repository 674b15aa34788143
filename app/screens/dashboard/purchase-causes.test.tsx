import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { rendered } from '../../../test/rendered.tsx';
import { buildBuyer } from '../../../test/shop/purchasing.ts';
import { lockPurchaseOrders } from '../../nouns/purchase-flow/lock.ts';
import { clearErrors } from '../../nouns/purchase-orders/actions/clear-errors.ts';
import { remedyHints } from '../../nouns/remedies/remedy-hints.ts';
import { listCauses } from '../../shared/issues/queries.ts';
import { CauseRow } from './widgets/causes/cause-row.tsx';

const own = testDatabase();

test('each purchase order that its source ended is named in a row of its own, as its remedy is for that one alone', async () => {
  const buyer = await buildBuyer(own);
  const bought = ['P-1', 'P-2'].map((number) => buyer.buy(number));
  await buyer.flow();
  for (const id of bought) buyer.change(id, { status: 'H' });
  await buyer.sync();
  const [first, second] = await own.sql<{ po_number: string }>('select po_number from purchase_orders order by id');
  const [group] = (await buyer.inTenant(listCauses)).groups;
  expect(group).toMatchObject({
    ...{ type: 'ended_at_source', purchase_orders: 2 },
    causes: [
      { orders: 1, purchase_order_number: first?.po_number },
      { orders: 1, purchase_order_number: second?.po_number },
    ],
  });
  const [, cause] = group?.causes ?? [];
  expect(cause && rendered(<CauseRow type="ended_at_source" cause={cause} />)).toContain(second?.po_number);
});

test('purchase orders that wait for the same thing are one row, which leads to them, and are tried again together', async () => {
  const buyer = await buildBuyer(own);
  const mapTo = (warehouse: string) =>
    own.sql('update location_mappings set amware_location = $2 where account_id = $1', [buyer.accountId, warehouse]);
  await mapTo('XX9');
  for (const number of ['P-1', 'P-2']) buyer.buy(number);
  await buyer.flow();
  const [group] = (await buyer.inTenant(listCauses)).groups;
  const [cause] = group?.causes ?? [];
  expect(group).toMatchObject({ type: 'rejected_by_warehouse', causes: [{ orders: 2, subject: 'announce' }] });
  expect(cause && rendered(<CauseRow type="rejected_by_warehouse" cause={cause} />)).toContain('2 purchase orders');
  const ids = (await buyer.purchases()).map(({ id }) => id);
  const hints = () =>
    buyer.inTenant((tenant) =>
      remedyHints(tenant, { type: 'rejected_by_warehouse', connection_id: buyer.warehouseId, subject: 'announce' }),
    );
  // The one that was refused first comes first.
  const waiting = await hints();
  expect({ ...waiting, purchase_order_ids: waiting?.purchase_order_ids.toSorted() }).toMatchObject({
    ...{ waiting: 2, order_ids: [], purchase_order_ids: ids.toSorted() },
  });
  await mapTo('KY1');
  await buyer.inTenant(async (tenant) => void (await clearErrors(tenant, await lockPurchaseOrders(tenant, ids))));
  expect(await hints()).toMatchObject({ waiting: 0, purchase_order_ids: [] });
});
