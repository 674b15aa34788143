import { expect, test } from 'vitest';
import { testDatabase } from '../../../test/database.ts';
import { statusOf } from './purchase-order.ts';
import { statusNow } from './settle.ts';

const own = testDatabase();

test('the rule of statuses is the same in SQL, for every combination of facts', async () => {
  const values = ['null::timestamptz', 'now()'].flatMap((cancelled) =>
    ['null::timestamptz', 'now()'].flatMap((closed) =>
      [0, 2].flatMap((receipts) => [true, false].map((hold) => ({ cancelled, closed, receipts, hold }))),
    ),
  );
  const { sql } = await import('kysely');
  const rows = sql.join(values.map(({ cancelled, closed, receipts, hold }) => sql.raw(`(${cancelled}, ${closed}, ${receipts}, ${hold})`)));
  const { inNoAccount } = await import('../../../platform/tenant.ts');
  const found = await inNoAccount(own.database, (db) =>
    sql<{ status: string; cancelled: boolean; closed: boolean; receipts: number; hold: boolean }>`
      select ${statusNow} as status, cancelled_at is not null as cancelled, closed_at is not null as closed, receipts_counted as receipts,
        on_hold as hold
      from (values ${rows}) as p (cancelled_at, closed_at, receipts_counted, on_hold)`.execute(db),
  );
  expect(found.rows).toHaveLength(16);
  for (const { status, cancelled, closed, receipts, hold } of found.rows)
    expect(status).toBe(statusOf({ cancelled, closed, receipts, onHold: hold }));
});
