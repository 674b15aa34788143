import { expect, test } from 'vitest';
import type { AsnState } from '../../../../connectors/contract.ts';
import { testDatabase } from '../../../../test/database.ts';
import { buildBuyer } from '../../../../test/shop/purchasing.ts';
import { followAsns } from './record.ts';

const own = testDatabase();

/** A purchase order that the warehouse expects, and what it reports under the reference of that. */
async function expected() {
  const buyer = await buildBuyer(own);
  buyer.buy('P-1');
  await buyer.flow();
  const [ours = expect.unreachable('The warehouse expects it.')] = buyer.sandbox.control.client().asns.rows.values();
  const reports = (...said: Pick<AsnState, 'asnId' | 'status'>[]) =>
    buyer.inTenant((tenant) =>
      followAsns(
        tenant,
        buyer.warehouseId,
        said.map((each) => ({ reference: ours.body.reference, changedAt: new Date(), orderNumbers: null, lines: null, ...each })),
      ),
    );
  const asns = () => own.sql('select state, remote_id from asns where account_id = $1', [buyer.accountId]);
  return { asnId: ours.id, reports, asns };
}

test('a copy that somebody at the warehouse made of an announcement and cancelled ends nothing of ours', async () => {
  const { asnId, reports, asns } = await expected();
  await reports({ asnId: 'ASN-COPY', status: 'cancelled' });
  expect(await asns()).toEqual([{ state: 'announced', remote_id: asnId }]);
  await reports({ asnId, status: 'receiving' }, { asnId: 'ASN-COPY', status: 'cancelled' });
  expect(await asns()).toEqual([{ state: 'receiving', remote_id: asnId }]);
});

test('ours that is cancelled with a copy of it is cancelled', async () => {
  const { asnId, reports, asns } = await expected();
  await reports({ asnId, status: 'cancelled' }, { asnId: 'ASN-COPY', status: 'cancelled' });
  expect(await asns()).toEqual([{ state: 'cancelled', remote_id: asnId }]);
});
