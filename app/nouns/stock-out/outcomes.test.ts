import { expect, test } from 'vitest';
import type { LevelOutcome, Result } from '../../../connectors/contract.ts';
import { theirWords } from '../../../connectors/http/reasons.ts';
import { testDatabase } from '../../../test/database.ts';
import { outcomesInWords } from '../../../test/in-words.ts';
import { link, shopWithVendor, tell } from '../../../test/shop/told-of-stock.ts';
import { listCauses } from '../../shared/issues/queries.ts';
import { unlinkProduct } from '../links/saving/commands.ts';
import { pushAll } from './commands.ts';

const own = testDatabase();

test('a full push says by SKU what was as before, and what there is no longer anything to tell of', async () => {
  const { shop, vendor } = await shopWithVendor(own);
  await link(shop, vendor.id, 'MUG');
  await link(shop, vendor.id, 'CUP');
  await tell(shop, vendor.id, 'rehearsal');
  await shop.engine.runJobs();
  const { runId } = await shop.inTenant((tenant) => pushAll(tenant, { id: vendor.id, name: 'Some vendor' }));
  await shop.inTenant((tenant) => unlinkProduct(tenant, { connectionId: vendor.id, sku: 'CUP' }));
  // As what was being rehearsed already records it.
  await own.sql('update connector_products set stock_sent = 1000 where account_id = $1', [shop.accountId]);
  await shop.engine.runJobs();
  expect(outcomesInWords(await own.sql('select label, reason from run_outcomes where run_id = $1 order by label', [runId]))).toEqual([
    { label: 'CUP', reason: 'No longer linked, an alias by now, or not counted yet.' },
    { label: 'MUG', reason: 'Nothing new: 1000, as before.' },
  ]);
});

test('a refusal of what was found to be an alias in the meantime is nobody’s to look at', async () => {
  const refused: Result<LevelOutcome[]> = { ok: false, failure: { kind: 'rejected', code: 'other', reason: theirWords('No such SKU.') } };
  const { shop, vendor, told } = await shopWithVendor(own, async () => {
    await own.sql('update connector_products set is_alias = true where account_id = $1', [shop.accountId]);
    return refused;
  });
  await link(shop, vendor.id, 'MUG');
  await tell(shop, vendor.id, 'on');
  await shop.engine.runJobs();
  expect(told).toHaveLength(1);
  expect(await shop.inTenant(listCauses)).toMatchObject({ groups: [] });
});
