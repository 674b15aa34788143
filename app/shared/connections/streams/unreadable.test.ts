import type { KyselyPlugin } from 'kysely';
import { expect, test } from 'vitest';
import { theirWords } from '../../../../connectors/http/reasons.ts';
import { inTenant } from '../../../../platform/tenant.ts';
import { addConnection } from '../../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { mostDecided } from '../contract.ts';
import { listUnreadable } from './list-unreadable.ts';
import { storeUnreadable } from './unreadable.ts';

const own = testWeb();
const list = async (by: Person) => (await own.as(by, { url: '/api/unreadable-records' })).json();
const dismiss = async (by: Person, ids: number[]) => {
  const reply = await own.as(by, { method: 'POST', url: '/api/unreadable-records/dismiss', payload: { ids } });
  return { status: reply.statusCode, ...reply.json() };
};

test('records that cannot be read are listed with their reasons, and dismissed together, those that were shown and no other', async () => {
  const [ann, eve] = [await own.person(await own.account('Ours')), await own.person(await own.account('Other'))];
  const channel = await addConnection(own, ann.accountId);
  const store = (...remoteIds: string[]) =>
    inTenant(own.database, ann, (tenant) =>
      storeUnreadable(
        tenant,
        channel,
        'orders',
        remoteIds.map((remoteId) => ({ remoteId, reason: theirWords('It has no date.'), raw: { remoteId } })),
      ),
    );
  await store('A', 'B');
  const shown = await list(ann);
  expect(shown).toMatchObject({ total: 2, data: ['A', 'B'].map((remote_id) => ({ remote_id, reason: 'It has no date.' })) });
  expect(await list(eve)).toEqual({ total: 0, data: [] });
  await store('C');
  const ids = shown.data.map(({ id }: { id: number }) => id);
  expect(await dismiss(eve, ids)).toMatchObject({ status: 404 });
  expect(await dismiss(ann, ids)).toEqual({ status: 200, message: '2 records dismissed. They are still listed under Activity.' });
  expect(await list(ann)).toMatchObject({ total: 1, data: [{ remote_id: 'C' }] });
  expect(await dismiss(ann, ids)).toMatchObject({ status: 404, errorMessage: 'There is nothing left to dismiss.' });
  const audited = await own.sql(`select record_name from audit_entries where noun = 'unreadable record' order by id`);
  expect(audited).toHaveLength(2);
});

test('of many records the oldest hundred are read, and no other; how many there are is counted', async () => {
  const ann = await own.person(await own.account());
  const channel = await addConnection(own, ann.accountId);
  const records = Array.from({ length: 250 }, (_, at) => ({ remoteId: `R${at}`, reason: theirWords('It has no date.'), raw: {} }));
  await inTenant(own.database, ann, (tenant) => storeUnreadable(tenant, channel, 'orders', records));
  const read: number[] = [];
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      read.push(result.rows.length);
      return result;
    },
  };
  const { total, data } = await inTenant(own.database, ann, (tenant) => listUnreadable({ ...tenant, db: tenant.db.withPlugin(counting) }));
  expect([total, data.length, Math.max(...read)]).toEqual([250, mostDecided, mostDecided]);
});
