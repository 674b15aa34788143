import { expect, test } from 'vitest';
import { theirWords } from '../../../connectors/http/reasons.ts';
import { inTenant } from '../../../platform/tenant.ts';
import { addAccount } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { addConnection, addOrder } from '../../../test/shop/rows.ts';
import { closeIssues, type NewIssue, openIssues } from './commands.ts';
import { codesOfType, issueTypes } from './issue.ts';

const own = testDatabase();

async function account() {
  const { accountId, userId } = await addAccount(own);
  const connectionId = await addConnection(own, accountId);
  return {
    accountId,
    connectionId,
    as: <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(own.database, { accountId, userId }, work),
    open: () =>
      own.sql('select order_id, type, subject, sentence from issues where account_id = $1 and closed_at is null order by id', [accountId]),
  };
}

test('an issue of a connection is open once, and takes the newer sentence', async () => {
  const { as, open, connectionId } = await account();
  const issue = { connectionId, type: 'needs_reconnect', subject: 'credentials' } as const;
  const again = (reason: string) =>
    as((tenant) =>
      openIssues(tenant, [{ ...issue, sentence: { code: 'requests_refused', connection: 'It', reason: theirWords(reason) } }]),
    );
  expect(await again('It refused us.')).toHaveLength(1);
  expect(await again('It refused us.')).toHaveLength(0);
  expect(await again('It refused us again.')).toHaveLength(0);
  expect(await open()).toEqual([
    {
      order_id: null,
      type: 'needs_reconnect',
      subject: 'credentials',
      sentence: { code: 'requests_refused', connection: 'It', reason: theirWords('It refused us again.') },
    },
  ]);
});

test('closing leaves issues of other types, subjects and records open', async () => {
  const { as, open, accountId, connectionId } = await account();
  const orderId = await addOrder(own, accountId, connectionId, {});
  const of = (connection: string) => ({ code: 'record_unreadable', connection, remoteId: null, reason: theirWords('No.') }) as const;
  await as((tenant) =>
    openIssues(tenant, [
      { connectionId, type: 'unreadable', subject: 'record:1', sentence: of('One') },
      { connectionId, type: 'unreadable', subject: 'record:2', sentence: of('Two') },
      {
        connectionId,
        type: 'needs_reconnect',
        subject: 'record:1',
        sentence: { code: 'requests_refused', connection: 'Three', reason: theirWords('No.') },
      },
      { connectionId, orderId, type: 'unreadable', subject: 'record:1', sentence: of('Four') },
    ]),
  );
  expect(await as((tenant) => closeIssues(tenant, { connectionId, types: ['unreadable'], subjects: ['record:1'] }))).toBe(1);
  expect(await open()).toMatchObject(['Four', 'Two', 'Three'].map((connection) => ({ sentence: { connection } })));
  expect(await as((tenant) => closeIssues(tenant, { orderIds: [orderId] }))).toBe(1);
  expect(await as((tenant) => closeIssues(tenant, { connectionId }))).toBe(2);
  expect(await open()).toEqual([]);
});

test('an issue of a record that is neither an order nor a connection is open once, too, whatever its type', async () => {
  const { as, open } = await account();
  const issues = issueTypes.map((type) => ({ type, subject: 'purchase-order:7', sentence: { code: codesOfType(type)[0] } }) as NewIssue);
  expect(await as((tenant) => openIssues(tenant, issues))).toHaveLength(issueTypes.length);
  expect(await as((tenant) => openIssues(tenant, issues))).toEqual([]);
  expect(await open()).toHaveLength(issueTypes.length);
  expect(await as((tenant) => closeIssues(tenant, { connectionId: null, subjects: ['purchase-order:7'] }))).toBe(issueTypes.length);
});
