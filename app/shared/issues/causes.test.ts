import { expect, test } from 'vitest';
import { theirWords } from '../../../connectors/http/reasons.ts';
import { inTenant } from '../../../platform/tenant.ts';
import { addAccount } from '../../../test/build.ts';
import { testDatabase } from '../../../test/database.ts';
import { addConnection, addOrders } from '../../../test/shop/rows.ts';
import { openIssues } from './commands.ts';
import { listCausesOf } from './of-type.ts';
import { listCauses } from './queries.ts';

const own = testDatabase();

test('what stops a connection is first, then what most records wait for; within a type the oldest, with its picture', async () => {
  const who = await addAccount(own);
  const connectionId = await addConnection(own, who.accountId);
  const orders = await addOrders(
    own,
    who.accountId,
    connectionId,
    Array.from({ length: 4 }, () => ({})),
  );
  const within = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(own.database, who, work);
  const unmapped = (orderId: number | undefined, sku: string) => ({
    ...{ orderId, connectionId, type: 'unmapped_sku' as const, subject: sku, sentence: { code: 'sku_not_linked' as const, sku } },
  });
  const [first, second, third, fourth] = orders;
  await within((tenant) =>
    openIssues(tenant, [
      ...[first, second, third].map((id) => unmapped(id, 'OFTEN')),
      ...['S-1', 'S-2', 'S-3', 'S-4', 'S-5'].map((sku) => unmapped(fourth, sku)),
      {
        ...{ connectionId, type: 'needs_reconnect', subject: 'credentials' },
        sentence: { code: 'requests_refused', connection: 'Shop', reason: theirWords('No.') },
      },
      {
        ...{ connectionId, type: 'stock_refused', subject: 'MUG', blocking: false },
        sentence: { code: 'stock_refused', connection: 'Shop', sku: 'MUG', reason: theirWords('No.') },
      },
    ]),
  );
  await own.sql(`insert into connector_products (account_id, connection_id, connector_product_sku, image_url)
    values (${who.accountId}, ${connectionId}, 'S-3', '/uploads/s3.png')`);
  await own.sql(`update issues set opened_at = now() - interval '1 hour' where subject in ('MUG', 'S-3')`);
  await own.sql(`update issues set opened_at = now() - interval '1 minute' where subject in ('S-1', 'S-2', 'S-4', 'S-5')`);
  const { groups } = await within(listCauses);
  expect(groups.map(({ type }) => type)).toEqual(['needs_reconnect', 'unmapped_sku', 'stock_refused']);
  // OFTEN holds up most, and is the youngest: it is one of the more.
  expect(groups[1]).toMatchObject({
    ...{ orders: 4, more_causes: 1 },
    causes: [
      { subject: 'S-3', image_url: '/uploads/s3.png' },
      ...['S-1', 'S-2', 'S-4', 'S-5'].map((subject) => ({ subject, image_url: null })),
    ],
  });
});

test('a SKU that its channel calls by the SKU stands there once, on Home and among all causes', async () => {
  const who = await addAccount(own);
  const connectionId = await addConnection(own, who.accountId);
  const [orderId] = await addOrders(own, who.accountId, connectionId, [{}]);
  const within = <T>(work: Parameters<typeof inTenant<T>>[2]) => inTenant(own.database, who, work);
  const unmapped = (sku: string) => ({
    ...{ orderId, connectionId, type: 'unmapped_sku' as const, subject: sku, sentence: { code: 'sku_not_linked' as const, sku } },
  });
  await within((tenant) => openIssues(tenant, ['MUG', 'PLATE'].map(unmapped)));
  await own.sql(
    `insert into connector_products (account_id, connection_id, connector_product_sku, name)
    values ($1, $2, 'MUG', 'MUG'), ($1, $2, 'PLATE', 'A plate')`,
    [who.accountId, connectionId],
  );
  const expected = [
    ['MUG', null],
    ['PLATE', 'A plate'],
  ];
  const named = (causes: readonly { subject: string; name: string | null }[] = []) =>
    causes.map(({ subject, name }) => [subject, name]).sort();
  const { groups } = await within(listCauses);
  expect(named(groups[0]?.causes)).toEqual(expected);
  const all = { search: '', orderBy: 'opened_at', orderDir: 'ASC', page: 1, perPage: 50 } as const;
  expect(named((await within((tenant) => listCausesOf(tenant, 'unmapped_sku', all))).data)).toEqual(expected);
});
