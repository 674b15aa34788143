import { expect, test } from 'vitest';
import { encoded } from '../../../../../test/encoded.ts';
import { importing } from '../../../../../test/imports.ts';
import { importingReports } from '../../../../../test/listing-reports.ts';
import { addConnection } from '../../../../../test/shop/rows.ts';
import { testWeb } from '../../../../../test/web.ts';
import type { Encoding } from '../../../../shared/imports/reading/encodings/list.ts';
import { aliasTexts } from './contract.ts';

const own = testWeb({ longestWaitMs: 0 });
const { work, stateOf, heardBy } = importing(own);
const { send } = importingReports(own);

test('a call that has waited as long as it may says that the import goes on, and who asked hears of its end', async () => {
  const ann = await own.person(await own.account());
  await addConnection(own, ann.accountId);
  await own.sql(`insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug')`, [ann.accountId]);
  const reply = await send(ann, 'seller-sku\nMUG\n');
  const { importId } = reply.json();
  expect([reply.statusCode, reply.json()]).toEqual([200, { message: aliasTexts.goesOn, alertType: 'info', importId, linked: 0 }]);
  await work(ann, importId);
  expect(await stateOf(importId)).toMatchObject({ state: 'applied', applied: 1 });
  expect(await heardBy(ann)).toEqual([
    { kind: 'import_finished', sentence: 'listings.txt: 1 listing was read, 1 linked to products.', path: `/imports/${importId}` },
  ]);
});

test('the same report with another encoding is another import', async () => {
  const ann = await own.person(await own.account());
  await addConnection(own, ann.accountId);
  const file = encoded('seller-sku\titem-name\nFLOUR\tMąka\n', 'windows-1250');
  const upload = async (encoding: Encoding) => (await send(ann, file, undefined, undefined, encoding)).json().importId;
  const wrong = await upload('iso-8859-2');
  const right = await upload('windows-1250');
  expect(right).not.toBe(wrong);
  expect(await upload('windows-1250')).toBe(right);
});
