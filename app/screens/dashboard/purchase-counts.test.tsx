import { expect, test } from 'vitest';
import { inTenant } from '../../../platform/tenant.ts';
import { addAccount } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { rendered } from '../../../test/rendered.tsx';
import { purchaseOrderFilter } from '../../nouns/purchase-flow/contract/filter.ts';
import { countPurchaseTabs, listPurchaseOrders } from '../../nouns/purchase-orders/list/queries.ts';
import { purchaseFigures } from './flow/purchase-figures.ts';
import { LinkedFigures } from './widgets/figures/linked-figures.tsx';

const own = testDatabase();

test('Home counts purchase orders that are late, wait for a person and are open, and leads to each', async () => {
  const actor = await addAccount(own);
  await own.sql(
    `insert into purchase_orders (account_id, source_number, expected_at, status, open_issues, archived_at, deleted_at)
    select $1, 'P-' || n, now() + make_interval(days => days), status, issues, case when shelf = 'archived' then now() end, case
      when shelf = 'deleted' then now() end
    from (values (1, -2, 'pending', 0, ''), (2, -3, 'hold', 1, ''), (3, 2, 'pending', 0, ''), (4, -9, 'received', 1, ''),
      (5, -9, 'closed_out', 0, ''),
      (6, -9, 'pending', 1, 'archived'), (7, -9, 'pending', 1, 'deleted')) as given (n, days, status, issues, shelf)`,
    [actor.accountId],
  );
  await inTenant(own.database, actor, async (tenant) => {
    const counts = await countPurchaseTabs(tenant);
    expect(counts).toEqual({ open: 4, attention: 3, late: 2, all: 5, archived: 1 });
    const listed = async (view: string) => (await listPurchaseOrders(tenant, purchaseOrderFilter.parse({ view }))).total;
    expect([await listed('late'), await listed('attention'), await listed('open')]).toEqual([2, 3, 4]);
    const shown = rendered(<LinkedFigures title="Purchase orders" figures={purchaseFigures(counts)} />);
    for (const figure of ['Late: 2', 'Need a person: 3', 'Open: 4']) expect(shown).toContain(figure);
    expect(purchaseFigures({ ...counts, all: 0 })).toEqual([]);
    expect(purchaseFigures({ ...counts, late: 10_001, all: 12_000 })[0]).toMatchObject({ label: 'Late', written: '10,000+' });
  });
});
