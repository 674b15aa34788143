import { setTimeout as pause } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { type Database, openDatabase } from '../../../platform/db.ts';
import { inAccount } from '../../../platform/in-account.ts';
import { inTenant } from '../../../platform/tenant.ts';
import { allNouns } from '../../entities/all.ts';
import { openDirectory } from '../../people/accounts/people/directory.ts';
import { assign, createComment } from '../../shared/comments/commands.ts';
import type { RecordType } from '../../shared/comments/record.ts';
import { demoAccount } from './people.ts';
import { existingAccount } from './seed.ts';

const everyMs = 2_000;
const patienceMs = 120_000;

/**
 * Lets the demo's people talk about the first order that waits for somebody, and about the product that most orders need: once, as
 * soon as the shop has sold enough. `isOver` says when nobody waits for it any longer.
 */
export async function talkAboutFirstOrders(databaseUrl: string, isOver: () => boolean): Promise<void> {
  const database = openDatabase({ url: databaseUrl, connections: 1, name: 'crossdock-demo' });
  const directory = openDirectory(databaseUrl, 1);
  try {
    const accountId = (await existingAccount(directory)) ?? 0;
    const { people } = await demoAccount(directory, accountId);
    const inNameOf = (name: string | null) => ({ accountId, userId: (name && people.get(`${name}@demo.crossdock`)?.id) || null });
    const until = Date.now() + patienceMs;
    while (!isOver() && Date.now() < until) {
      const found = await inTenant(database, inNameOf(null), async ({ db }) => (await firstOnes(accountId).execute(db)).rows[0]);
      if (found?.talked) return;
      const { order_id, product_id } = found ?? {};
      if (order_id && product_id) return await talk(database, inNameOf, { order: order_id, product: product_id });
      await pause(everyMs);
    }
  } finally {
    await Promise.all([database.close(), directory.close()]);
  }
}

type InNameOf = (name: string) => { accountId: number; userId: number | null };

async function talk(database: Database, inNameOf: InNameOf, { order, product }: { order: number; product: number }): Promise<void> {
  const say = (name: string, type: RecordType, id: number, text: string) =>
    inTenant(database, inNameOf(name), (tenant) => createComment(tenant, allNouns, { type, id }, text));
  const present = 'The customer called: it is a present, and must be there by Friday. @Jonas Cole, can you link the SKU today?';
  await say('olive', 'order', order, present);
  await say('jonas', 'order', order, 'On it. I ask the warehouse which mug it is.');
  const box = 'The supplier changes the box of this one next month. @Olive Reyes, tell me if customers notice.';
  await say('amira', 'product', product, box);
  await inTenant(database, inNameOf('olive'), (tenant) => assign(tenant, allNouns, { type: 'order', id: order }, inNameOf('jonas').userId));
}

type FirstRecords = { talked: boolean; order_id: Columns<'orders', 'id'>['id'] | null; product_id: Columns<'products', 'id'>['id'] | null };

const firstOnes = (accountId: number) => sql<FirstRecords>`
  select exists (select from comments where ${inAccount({ accountId })}) as talked,
    (select id from orders where ${inAccount({ accountId })} and order_status = 'error' and deleted_at is null and archived_at is null
      order by id limit 1) as order_id,
    (select id from products where ${inAccount({ accountId })} order by id limit 1) as product_id`;
