import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inAccount } from '../../../../platform/in-account.ts';
import { inTenant } from '../../../../platform/tenant.ts';
import { doneOrLockWait } from '../../../../test/lock-waits.ts';
import { testWeb } from '../../../../test/web.ts';
import { changeImage } from './images.ts';

const own = testWeb();

test('a picture for an item that is just being deleted is refused, and nothing of it stays', async () => {
  const ann = await own.person(await own.account());
  const { accountId } = ann;
  const [row] = await own.sql<{ id: string }>(`insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug') returning id`, [
    accountId,
  ]);
  const item = { kind: 'products', id: Number(row?.id) } as const;
  const image = { key: `${accountId}/mug`, bytes: 10, name: 'mug.png', contentType: 'image/png' };
  let change: Promise<string> | undefined;
  await inTenant(own.database, ann, async (tenant) => {
    await sql`delete from products where ${inAccount(tenant)} and id = ${item.id}`.execute(tenant.db);
    change ??= inTenant(own.database, ann, (other) => changeImage(other, own.web.parts.files, item, image));
    await doneOrLockWait(own, change);
  });
  await expect(change).rejects.toMatchObject({ status: 404 });
  expect(await own.sql('select id from files where account_id = $1', [accountId])).toEqual([]);
});
