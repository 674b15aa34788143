import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { inTenant } from '../../../platform/tenant.ts';
import { addAccount } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { addConnection } from '../../../test/shop/rows.ts';
import { windowIsOpen } from '../../base/window.ts';
import { openInTheDay } from './rules.ts';

const own = testDatabase();

type Window = { open: boolean[]; shut: number };

/** Whether the demo's window is open now, in half an hour and in an hour, and for how many minutes of a day it is shut. */
async function windowIn(timezone: string, { accountId, userId }: Awaited<ReturnType<typeof addAccount>>, id: number) {
  await own.sql('update accounts set timezone = $2 where id = $1', [accountId, timezone]);
  return inTenant(own.database, { accountId, userId }, async (tenant) => {
    await openInTheDay(tenant, id);
    const isOpen = (minutes: unknown) => windowIsOpen('c', 'inventory', sql`(now() + make_interval(mins => ${minutes}::int))`);
    const { rows } = await sql<Window>`
      select array[${isOpen(0)}, ${isOpen(30)}, ${isOpen(60)}] as open,
        (select count(*)::int from generate_series(0, 1439) as minute where not ${isOpen(sql`minute`)}) as shut
      from connections c where c.id = ${id}`.execute(tenant.db);
    return rows[0];
  });
}

// Together they are at every half-hour of the day, whenever this runs.
const zones = Array.from({ length: 48 }, (_, n) => `UTC${n < 24 ? '+' : '-'}${Math.floor((n % 24) / 2)}:${n % 2 ? '30' : '00'}`);

test('at whatever hour the demo starts, stock is read now and for the next hour, and not in one half-hour of the day', async () => {
  const account = await addAccount(own);
  const id = await addConnection(own, account.accountId);
  for (const zone of zones) expect(await windowIn(zone, account, id), zone).toEqual({ open: [true, true, true], shut: 30 });
});
