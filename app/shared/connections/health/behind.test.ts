import { expect, test } from 'vitest';
import { inTenant } from '../../../../platform/tenant.ts';
import { addAccount } from '../../../../test/build.ts';
import { testDatabase } from '../../../../test/database.ts';
import { addConnection } from '../../../../test/shop/rows.ts';
import { waitingWords } from '../connection.ts';
import { listConnections } from '../queries.ts';

const own = testDatabase();

test('a connection whose queue is behind says so, by what is due longest', async () => {
  const actor = await addAccount(own);
  const late = await addConnection(own, actor.accountId);
  const inTime = await addConnection(own, actor.accountId);
  const queued: [connection: number, kind: string, due: string][] = [
    [late, 'confirm', '4 minutes 30 seconds'],
    [late, 'stock', '1 minute'],
    [late, 'confirm', '-1 hour'],
    [inTime, 'confirm', '20 seconds'],
    [inTime, 'confirm', '-1 hour'],
  ];
  for (const [connection, kind, due] of queued)
    await own.sql(
      `insert into outbox (account_id, connection_id, kind, key, due_at) select $1, $2, $3, gen_random_uuid()::text, now() - $4::interval`,
      [actor.accountId, connection, kind, due],
    );
  const listed = await inTenant(own.database, actor, listConnections);
  expect(new Map(listed.map((each) => [each.id, waitingWords(each)]))).toEqual(
    new Map([
      [late, '3 wait to be sent, about 4 minutes behind'],
      [inTime, '2 wait to be sent'],
    ]),
  );
});

test.each([
  [1, '1 wait to be sent, about 1 minute behind'],
  [150, '1 wait to be sent, about 3 hours behind'],
  [4_000, '1 wait to be sent, about 3 days behind'],
])('%i minutes are said in words', (behind_minutes, words) => {
  expect(waitingWords({ waiting: 1, behind_minutes }).replace('waits', 'wait')).toBe(words);
});
