import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inTenant } from '../../../../../platform/tenant.ts';
import { importingReports, reportOf } from '../../../../../test/listing-reports.ts';
import { addConnection } from '../../../../../test/shop/rows.ts';
import { testWeb } from '../../../../../test/web.ts';
import { storeListings } from '../../../../nouns/links/listings/store.ts';

const own = testWeb({ longestWaitMs: 20_000 });
const { imported } = importingReports(own);
const migration = join(import.meta.dirname, '../../../../../db/migrations/0075_aliases_from_before.sql');

const named = (...ids: string[]) =>
  reportOf(
    ['seller-sku', 'listing-id', 'product-id'],
    ids.map((id) => ['MUG', id, `B0${id}`]),
  );
const listed = (sku: string) => ({ sku, remoteId: '60000001', name: 'A mug', upc: null, imageUrl: null, url: null, raw: null });

/** An account whose reports came before aliases were marked. Returns what is marked, and what is still refused, after the migration. */
async function migrated(connector: string, then?: (upload: (text: string, by: string) => Promise<unknown>) => Promise<unknown>) {
  const ann = await own.person(await own.account());
  const id = await addConnection(own, ann.accountId);
  await own.sql('update connections set connector = $2 where id = $1', [id, connector]);
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug')`, [ann.accountId]);
  const store = (sku: string) => inTenant(own.database, ann, (tenant) => storeListings(tenant, id, [listed(sku)]));
  await store('KNOWN-1');
  const upload = (text: string, mappingColumn: string) => imported(ann, text, { mappingColumn });
  await upload(named('A-1', 'KNOWN-1', 'LISTED-1', '777'), 'listing-id');
  await store('LISTED-1');
  await own.sql('update connector_products set is_alias = false where account_id = $1', [ann.accountId]);
  await own.sql(
    `insert into issues (account_id, connection_id, type, subject, sentence, blocking)
     select $1, $2, 'stock_refused', sku, '{"code": "stock_refused", "connection": "It", "sku": "MUG", "reason": "No."}', false from unnest('{A-1,KNOWN-1}'::text[]) as sku`,
    [ann.accountId, id],
  );
  await then?.(upload);
  await own.sql(await readFile(migration, 'utf8'));
  const marked = await own.sql<{ sku: string }>(
    'select connector_product_sku as sku from connector_products where account_id = $1 and is_alias order by 1',
    [ann.accountId],
  );
  const refused = await own.sql<{ subject: string }>('select subject from issues where account_id = $1 and closed_at is null order by 1', [
    ann.accountId,
  ]);
  return [marked.map(({ sku }) => sku), refused.map(({ subject }) => subject)];
}

test('of the aliases from before, those are marked that the channel cannot have listed; no refusal of these waits for a person', async () => {
  expect(await migrated('channel_advisor')).toEqual([['A-1'], ['KNOWN-1']]);
});

test.each<[string, Parameters<typeof migrated>]>([
  ['a channel whose ids may be anything', ['ship_station']],
  ['a report of the seller’s SKUs that came since', ['netsuite', (upload) => upload(named('B-2'), 'seller-sku')]],
  [
    'a file of products that came since',
    [
      'netsuite',
      () =>
        own.sql(`insert into audit_entries (account_id, acting_as, verb, noun, record_id, record_name, changes)
          select account_id, false, 'changed', 'connector products', id, name, '{}' from connections`),
    ],
  ],
])('nothing is marked where it cannot be known: %s', async (_, given) => {
  expect(await migrated(...given)).toEqual([[], ['A-1', 'KNOWN-1']]);
});
