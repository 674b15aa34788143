import { afterEach, expect, test } from 'vitest';
import { withoutPerson } from '../../../platform/tenant.ts';
import { buildShop, ofOrders, type Shop } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { sayRestored } from '../../base/installation/by-hand.ts';
import { openMark } from '../../base/installation/mark.ts';
import { publish } from '../../people/notifications/publish.ts';
import { sweepComparisons } from './sweep.ts';

const own = testDatabase();
afterEach(() => own.sql(`update installation set life = null, stopped = null, mark = 0`));

const mailbox = 'ops@example.org';

async function shopThatMails(): Promise<Shop> {
  const shop = await buildShop(own, { reads: ofOrders });
  await own.sql(`insert into notification_emails (account_id, email, enabled) values ($1, $2, true)`, [shop.accountId, mailbox]);
  await own.sql(`insert into mail_addresses (account_id, address, confirmed_at) values ($1, $2, now())`, [shop.accountId, mailbox]);
  await openMark({ ...shop.engine, databaseUrl: own.url }).beat();
  return shop;
}

/** Goods of this purchase order have come. */
const happen = ({ accountId }: Shop, number: string) =>
  withoutPerson(own.database, accountId, (tenant) =>
    publish(tenant, { kind: 'needs_reconnect', sentence: { code: 'goods_received', number }, path: '/' }),
  );

async function mailed({ engine }: Shop): Promise<string[]> {
  await engine.passTime();
  await engine.runJobs();
  return engine.mails.filter(({ to }) => to === mailbox).map(({ text }) => text);
}

/** The comparison as workers do it, to its end. */
async function compare(shop: Shop): Promise<void> {
  for (let turn = 0; turn < 4; turn++) {
    await sweepComparisons(own.database);
    await shop.engine.runJobs();
    await shop.sync();
  }
  expect(await own.sql('select from comparisons where account_id = $1 and finished_at is null', [shop.accountId])).toEqual([]);
}

test('what was to be mailed when it was restored, or happened while it was compared, is in the bell alone; later things are mailed', async () => {
  const shop = await shopThatMails();
  await happen(shop, 'P-before');
  await sayRestored(own.database);
  await happen(shop, 'P-meanwhile');
  await compare(shop);
  expect(await mailed(shop)).toEqual([]);
  expect(await own.sql('select distinct sentence from notifications where account_id = $1', [shop.accountId])).toHaveLength(2);
  await happen(shop, 'P-later');
  const [mail, ...others] = await mailed(shop);
  expect(others).toEqual([]);
  expect([mail?.includes('later'), mail?.includes('before'), mail?.includes('meanwhile')]).toEqual([true, false, false]);
});

test('channels and warehouses are told our webhook address anew, as they may have been told another one', async () => {
  const shop = await shopThatMails();
  const told = () =>
    own.sql('select id from connections where account_id = $1 and hints_base is not null and hints_told_at is null', [shop.accountId]);
  await own.sql(`update connections set hints_base = $2, hints_told_at = null where account_id = $1`, [
    shop.accountId,
    shop.engine.baseUrl,
  ]);
  expect(await told()).toHaveLength(2);
  await sayRestored(own.database);
  await compare(shop);
  expect(await told()).toEqual([]);
});
