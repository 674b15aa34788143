import { expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addConnection, addOrders } from '../../../../test/shop/rows.ts';
import { listSources } from './context.ts';

const own = testDatabase();

test('a source can be chosen as long as it has orders, also disconnected, and a slug that is used again means the new one', async () => {
  const actor = await addAccount(own);
  const connect = async (slug: string, name: string, { orders, disconnected }: { orders: boolean; disconnected: boolean }) => {
    const id = await addConnection(own, actor.accountId);
    await own.sql('update connections set slug = $2, name = $3, disconnected_at = $4 where id = $1', [
      id,
      slug,
      name,
      disconnected ? new Date() : null,
    ]);
    if (orders) await addOrders(own, actor.accountId, id, [{}]);
  };
  await connect('shop', 'Shop of old', { orders: true, disconnected: true });
  await connect('shop', 'Shop', { orders: false, disconnected: false });
  await connect('fair', 'Fair', { orders: true, disconnected: true });
  await connect('tried', 'Tried', { orders: false, disconnected: true });
  await connect('attic', 'Attic', { orders: true, disconnected: false });
  expect(await inTenant(own.database, actor, listSources)).toEqual([
    { slug: 'attic', name: 'Attic' },
    { slug: 'shop', name: 'Shop' },
    { slug: 'fair', name: 'Fair (disconnected)' },
  ]);
});
