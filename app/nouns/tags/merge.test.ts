import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import type { Log } from '../../../platform/log.ts';
import { quietLog } from '../../../test/shop/quiet.ts';
import { addConnection, addOrders } from '../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { allNouns } from '../../entities/all.ts';
import { workBulk } from '../../shared/runs/bulk/work.ts';
import { mostMerged } from './merge.ts';

const own = testWeb();
let admin: Person;
let orders: number[] = [];

beforeAll(async () => {
  admin = await own.person(await own.account(), 'admin');
  orders = await addOrders(own, admin.accountId, await addConnection(own, admin.accountId), [{}, {}, {}, {}]);
});

const send = async (method: 'GET' | 'POST' | 'PATCH', url: string, payload?: object) => {
  const reply = await own.as(admin, { method, url, ...(payload && { payload }) });
  return { status: reply.statusCode, ...reply.json() };
};
let created = 0;
const newTag = async (): Promise<{ id: number; name: string }> => {
  const name = `Tag ${++created}`;
  return { name, id: (await send('POST', '/api/tags', { name })).id };
};
const merge = (id: number, into: number) => send('POST', `/api/tags/${id}/merge/${into}`);
const put = (order: number | undefined, body: object) => send('PATCH', `/api/tagged-records/order/${order}`, body);
/** The tags that the orders have, as `order: tag`. */
const tagged = async (...tags: number[]): Promise<string[]> => {
  const rows = await own.sql<{ record_id: string; tag_id: string }>(
    `select record_id, tag_id from tagged_records where account_id = $1 and tag_id = any($2) order by record_id, tag_id`,
    [admin.accountId, tags],
  );
  return rows.map(({ record_id, tag_id }) => `${record_id}: ${tag_id}`);
};
const undo = async (run: number) => {
  const { status, runId } = await send('POST', `/api/runs/${run}/undo`, {});
  expect(status).toBe(200);
  const log = quietLog().log as unknown as Log;
  await workBulk({ database: own.database, log }, admin, runId, new AbortController().signal, allNouns);
};

test('what a merge would do is shown before, done at once, and written down', async () => {
  const [tag, other] = [await newTag(), await newTag()];
  await put(orders[0], { add: [tag.name] });
  await put(orders[1], { add: [tag.name, other.name] });
  expect(await send('GET', `/api/tags/${tag.id}/merge/${other.id}`)).toEqual({ status: 200, records: 2, both: 1 });
  expect(await merge(tag.id, other.id)).toEqual({
    status: 200,
    message: `“${tag.name}” was merged into “${other.name}”: 2 records have it instead.`,
  });
  expect(await tagged(tag.id, other.id)).toEqual([`${orders[0]}: ${other.id}`, `${orders[1]}: ${other.id}`]);
  const [entry] = await own.sql(
    `select record_name, changes from audit_entries where noun = 'tag' and verb = 'merged' and record_id = $1`,
    [tag.id],
  );
  expect(entry).toEqual({ record_name: tag.name, changes: { into: { from: null, to: other.name }, records: { from: null, to: 2 } } });
  expect(await merge(tag.id, other.id)).toMatchObject({ status: 404 });
  expect(await merge(other.id, other.id)).toMatchObject({ status: 422 });
});

test('a saved view by the merged tag goes by the other, anybody’s and shared, and no other view changes', async () => {
  const [tag, other, third] = [await newTag(), await newTag(), await newTag()];
  const colleague = await own.person(admin.accountId);
  const save = async (person: Person, name: string, by: number, shared: boolean) => {
    const payload = { entity: 'orders', name, shared, query: { tag: by, status: 'pending' }, columns: ['order_number'] };
    const reply = await own.as(person, { method: 'POST', url: '/api/views', payload });
    expect(reply.statusCode, reply.body).toBeLessThan(300);
  };
  await save(admin, 'Shared', tag.id, true);
  await save(colleague, 'Private', tag.id, false);
  await save(admin, 'Another', third.id, false);
  expect(await merge(tag.id, other.id)).toMatchObject({ status: 200 });
  const views = await own.sql<{ name: string; tag: string; status: string }>(
    `select name, query ->> 'tag' as tag, query ->> 'status' as status from saved_views where account_id = $1 order by name`,
    [admin.accountId],
  );
  expect(views).toEqual([
    { name: 'Another', tag: String(third.id), status: 'pending' },
    { name: 'Private', tag: String(other.id), status: 'pending' },
    { name: 'Shared', tag: String(other.id), status: 'pending' },
  ]);
  const seen = (await own.as(colleague, { url: `/api/orders?tag=${other.id}` })).statusCode;
  expect(seen).toBe(200);
});

test('whichever records have which of both tags, each has the other once, and no third changes', async () => {
  const has = fc.record({ tag: fc.boolean(), other: fc.boolean(), third: fc.boolean() });
  await fc.assert(
    fc.asyncProperty(fc.array(has, { minLength: 4, maxLength: 4 }), async (records) => {
      const [tag, other, third] = [await newTag(), await newTag(), await newTag()];
      const named = { tag, other, third };
      for (const [at, record] of records.entries()) {
        const names = (['tag', 'other', 'third'] as const).filter((each) => record[each]).map((each) => named[each].name);
        if (names.length > 0) await put(orders[at], { add: names });
      }
      const { records: count, both } = await send('GET', `/api/tags/${tag.id}/merge/${other.id}`);
      expect([count, both]).toEqual([records.filter((each) => each.tag).length, records.filter((each) => each.tag && each.other).length]);
      expect(await merge(tag.id, other.id)).toMatchObject({ status: 200 });
      const expected = records.flatMap((each, at) => [
        ...(each.tag || each.other ? [`${orders[at]}: ${other.id}`] : []),
        ...(each.third ? [`${orders[at]}: ${third.id}`] : []),
      ]);
      expect(await tagged(tag.id, other.id, third.id)).toEqual(expected);
      await own.sql('delete from tagged_records where account_id = $1', [admin.accountId]);
      await own.sql('update tags set deleted_at = now() where account_id = $1', [admin.accountId]);
    }),
    { numRuns: 8 },
  );
});

test('an undo of what was tagged before a merge takes nothing off that came by it, and brings back no tag that is gone', async () => {
  const [tag, other] = [await newTag(), await newTag()];
  const first = await put(orders[0], { add: [tag.name] });
  const second = await put(orders[0], { add: [other.name] });
  const third = await put(orders[1], { add: [other.name] });
  await put(orders[2], { add: [tag.name] });
  const off = await put(orders[2], { remove: [tag.id] });
  await merge(tag.id, other.id);
  for (const { runId } of [first, second, third, off]) await undo(runId);
  expect(await tagged(tag.id, other.id)).toEqual([`${orders[0]}: ${other.id}`, `${orders[1]}: ${other.id}`]);
  const later = await put(orders[3], { add: [other.name] });
  await undo(later.runId);
  expect(await tagged(tag.id, other.id)).toHaveLength(2);
});

test('a tag that is put on records while it is merged is on them as the other, or as a new one', async () => {
  const [tag, other] = [await newTag(), await newTag()];
  const replies = await Promise.all([merge(tag.id, other.id), ...orders.map((order) => put(order, { add: [tag.name] }))]);
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  expect(await tagged(tag.id)).toEqual([]);
});

test('a tag of more records than the bound stays as it is, and so do they', async () => {
  const [tag, other] = [await newTag(), await newTag()];
  await own.sql(
    `insert into tagged_records (account_id, record_type, record_id, tag_id) select $1, 'product', n, $2 from generate_series(1, $3) as n`,
    [admin.accountId, tag.id, mostMerged + 1],
  );
  const sentence = 'More than 100,000 records have this tag. Take it off some of them first, or rename it.';
  for (const reply of [await merge(tag.id, other.id), await send('GET', `/api/tags/${tag.id}/merge/${other.id}`)])
    expect(reply).toMatchObject({ status: 409, errorMessage: sentence });
  expect(await tagged(other.id)).toEqual([]);
});
