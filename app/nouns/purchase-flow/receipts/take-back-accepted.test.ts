import { expect, test } from 'vitest';
import { testDatabase } from '../../../../test/database.ts';
import { buildBuyer } from '../../../../test/shop/purchasing.ts';
import { acceptOver } from './decide.ts';
import { processReceipts } from './process.ts';
import { undoAccepted } from './take-back-accepted.ts';

const own = testDatabase();

test('that more came than was ordered is accepted, taken back and accepted again, until it is processed', async () => {
  const buyer = await buildBuyer(own);
  buyer.sandbox.control.company().preferences.overage = true;
  buyer.buy('P-1');
  await buyer.flow();
  await buyer.receive('P-1', [{ sku: 'MUG', quantity: 12 }]);
  const { id, lines } = await buyer.purchase('P-1');
  const issue = `over_received:line:${lines[0]?.id}`;
  const accept = async () => {
    const runId = await buyer.inTenant((tenant) => acceptOver(tenant, id, lines[0]?.id ?? 0));
    const [run] = await own.sql<{ group: number }>('select change_group_id::int as group from runs where id = $1 and undoable', [runId]);
    return () => buyer.inTenant((tenant) => undoAccepted(tenant, run?.group ?? 0));
  };
  const process = () => buyer.inTenant((tenant) => processReceipts(tenant, id));
  const takeBack = await accept();
  expect((await buyer.purchase('P-1')).issues).toEqual([]);
  await takeBack();
  expect((await buyer.purchase('P-1')).issues).toEqual([issue]);
  await expect(process()).rejects.toThrow('1 receipt waits for a decision first.');
  await expect(takeBack()).rejects.toMatchObject({ status: 409 });
  const tooLate = await accept();
  await process();
  await expect(tooLate()).rejects.toThrow('What came of this line is being processed, or is by now, so it stays accepted.');
  await buyer.sync();
  await expect(tooLate()).rejects.toMatchObject({ status: 409, code: 'processed' });
  expect(buyer.booked()).toEqual([{ sku: 'MUG', quantity: 12 }]);
});
