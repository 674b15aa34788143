import { expect, test } from 'vitest';
import { inTenant, type Tenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addConnection, addOrder } from '../../../../test/shop/rows.ts';
import { splittingShop } from '../../../../test/shop/splits.ts';
import { getOrder } from './queries.ts';

const own = testDatabase();

test('an order is read in one statement, however much belongs to it', async () => {
  const { seller, two, sync, row, inTenant: within } = await splittingShop(own);
  const { mugs } = two();
  await sync();
  const part = seller.split(mugs, [{ sku: 'MUG', quantity: 1 }]);
  await sync();
  const [whole, split] = [await row(mugs), await row(part)];
  const read = (id: number) => within((tenant) => counting(tenant, (counted) => getOrder(counted, id)));
  const { order, statements } = await read(whole.id);
  expect(statements).toBe(1);
  expect(order).toMatchObject({
    related: [{ id: split.id, order_number: split.order_number, relation: 'part', came_too_late: false }],
    events: expect.arrayContaining([expect.objectContaining({ kind: 'accepted', undone: false })]),
    lines: [{ sku: 'MUG', mapped_sku_js: 'MUG' }],
  });
  expect((await read(split.id)).order?.related).toMatchObject([{ id: whole.id, relation: 'parent' }]);
});

test('an order that is to be read again says so', async () => {
  const actor = await addAccount(own);
  const channel = await addConnection(own, actor.accountId);
  const waits = async (must_reread: boolean) => {
    const id = await addOrder(own, actor.accountId, channel, { order_status: 'pending', must_reread });
    return (await inTenant(own.database, actor, (tenant) => getOrder(tenant, id)))?.waits_for;
  };
  expect(await waits(true)).toMatch(/^Waits to be read again at .+: what it has of this order may have changed\.$/);
  expect(await waits(false)).toBe('Waits to be sent: for a connected warehouse, or for its time window to open.');
});

/** Runs `work` with a tenant that counts its statements. */
async function counting<T>(tenant: Tenant, work: (tenant: Tenant) => Promise<T>): Promise<{ order: T; statements: number }> {
  let statements = 0;
  const prepared: Tenant['prepared'] = (...statement) => {
    statements += 1;
    return tenant.prepared(...statement);
  };
  return { order: await work({ ...tenant, prepared }), statements };
}
