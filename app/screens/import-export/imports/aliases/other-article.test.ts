import { expect, test } from 'vitest';
import { withoutPerson } from '../../../../../platform/tenant.ts';
import { importing } from '../../../../../test/imports.ts';
import { importingReports, reportOf } from '../../../../../test/listing-reports.ts';
import { addConnection } from '../../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../../test/web.ts';
import { storeListings } from '../../../../nouns/links/listings/store.ts';

const own = testWeb({ longestWaitMs: 20_000 });
const { errorsOf } = importing(own);
const { imported } = importingReports(own);
const mine = '5010000225681';
const another = '5010000999999';

/** Somebody whose product TEAPOT has a UPC, and whose channel lists it with this one. */
async function teapots(listedUpc: string | null): Promise<Person> {
  const ann = await own.person(await own.account());
  const channel = await addConnection(own, ann.accountId);
  await own.sql(`insert into products (account_id, sku, name, upc) values ($1, 'TEAPOT', 'A teapot', $2)`, [ann.accountId, mine]);
  await withoutPerson(own.database, ann.accountId, (tenant) =>
    storeListings(tenant, channel, [
      { sku: 'TEAPOT', name: 'A teapot', remoteId: 'L1', upc: listedUpc, imageUrl: null, url: null, raw: null },
    ]),
  );
  return ann;
}

async function linkOf({ accountId }: Person) {
  const [listing] = await own.sql(
    `select product_id is not null as linked, doubt ->> 'kind' as doubt from connector_products where account_id = $1`,
    [accountId],
  );
  return listing;
}

const link = ({ accountId }: Person) =>
  own.sql(
    `update connector_products cp set product_id = p.id, linked_at = now() from products p
      where cp.account_id = $1 and p.account_id = $1 and p.sku = cp.connector_product_sku`,
    [accountId],
  );

const columns = ['seller-sku', 'item-name', 'product-id'];
const wrong = '2 product_sku: is another article by its UPC, or was found to be another → the product chosen by hand, after a look at both';

test('a report whose UPC ends a link does not link the other article again', async () => {
  const ann = await teapots(mine);
  await link(ann);
  const { importId, linked } = (await imported(ann, reportOf(columns, [['TEAPOT', 'A kettle', another]]))).json();
  expect([linked, await linkOf(ann)]).toEqual([0, { linked: false, doubt: 'upc' }]);
  expect(await errorsOf(ann, importId)).toEqual([wrong]);
});

test('a report does not link what it calls by another UPC than the product', async () => {
  const ann = await teapots(null);
  const { importId, linked } = (await imported(ann, reportOf(columns, [['TEAPOT', 'A kettle', another]]))).json();
  expect([linked, await linkOf(ann)]).toEqual([0, { linked: false, doubt: null }]);
  expect(await errorsOf(ann, importId)).toEqual([wrong]);
});

test('a link that ended by itself waits for a person, and for no report', async () => {
  const ann = await teapots(null);
  await own.sql(`update connector_products set doubt = '{"kind": "reused", "side": "channel"}' where account_id = $1`, [ann.accountId]);
  const { importId, linked } = (await imported(ann, reportOf(columns, [['TEAPOT', 'A kettle', '']]))).json();
  expect([linked, await linkOf(ann)]).toEqual([0, { linked: false, doubt: 'reused' }]);
  expect(await errorsOf(ann, importId)).toEqual([wrong]);
});
