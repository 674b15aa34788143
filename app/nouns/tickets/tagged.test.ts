import { beforeAll, expect, test } from 'vitest';
import type { Log } from '../../../platform/log.ts';
import { quietLog } from '../../../test/shop/quiet.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { allNouns } from '../../entities/all.ts';
import { workBulk } from '../../shared/runs/bulk/work.ts';

const own = testWeb();
let ann: Person;
let stranger: Person;
let sam: Person;

beforeAll(async () => {
  ann = await own.person(await own.account('A'));
  stranger = await own.person(await own.account('B'));
  sam = await own.person(await own.account('Portal'), 'super');
});

let count = 0;
const send = async (method: 'POST' | 'PATCH' | 'DELETE', url: string, payload: object, by = ann) => {
  const reply = await own.as(by, { method, url, payload });
  return { status: reply.statusCode, ...reply.json() };
};
const raise = async (by = ann): Promise<number> =>
  (await send('POST', '/support', { subject_1: 'Orders', subject_2: `Question ${++count}`, description: 'Where is it?' }, by)).id;
const tag = (id: number, body: object, by = ann) => send('PATCH', `/api/tagged-records/ticket/${id}`, body, by);
const listed = async (query = '', by = ann): Promise<[id: number, tags: string[]][]> => {
  const { data } = (await own.as(by, { url: `/support-tickets?status=all&${query}` })).json();
  return data
    .map(({ id, tags }: { id: number; tags: { name: string }[] }) => [id, tags.map(({ name }) => name)])
    .sort(([one]: [number], [other]: [number]) => one - other);
};
const tagId = async (name: string, by = ann): Promise<number> =>
  (await own.as(by, { url: '/api/tags/names' })).json().data.find((each: { name: string }) => each.name === name)?.id;
const work = (runId: number) =>
  workBulk(
    { database: own.database, log: quietLog().log as unknown as Log },
    { accountId: ann.accountId, userId: ann.userId },
    runId,
    new AbortController().signal,
    allNouns,
  );
const undo = async (run: number) => work((await send('POST', `/api/runs/${run}/undo`, {})).runId);

test('a tag is put on a ticket, which the list shows and is narrowed by, the audit has, and Activity undoes', async () => {
  const [first, second] = [await raise(), await raise()];
  const { runId, ...reply } = await tag(first, { add: ['Carrier'] });
  expect(reply).toEqual({ status: 200, message: `Orders: Question ${count - 1}: 1 tag added.` });
  const carrier = await tagId('Carrier');
  expect(await listed()).toEqual([
    [first, ['Carrier']],
    [second, []],
  ]);
  expect(await listed(`tag=${carrier}`)).toEqual([[first, ['Carrier']]]);
  expect(await listed('tag=none')).toEqual([[second, []]]);
  expect((await own.as(ann, { url: '/support-tickets?tag=carrier' })).statusCode).toBe(422);
  const [audit] = await own.sql(`select changes from audit_entries where noun = 'support ticket' and record_id = $1 and verb = 'changed'`, [
    first,
  ]);
  expect(audit?.changes).toEqual({ tags: { from: null, to: 'Carrier' } });
  await undo(runId);
  expect(await listed(`tag=${carrier}`)).toEqual([]);
});

test('tags are put on many tickets after a preview, closed ones too, and taken off again by the undo', async () => {
  const ids = [await raise(), await raise()];
  await send('POST', `/support-tickets/${ids[1]}/close`, {});
  await tag(ids[0] ?? 0, { add: ['Returns'] });
  const body = { ids, add: ['Returns', 'Carrier'] };
  expect(await send('POST', '/api/tagged-records/ticket/preview', body)).toMatchObject({
    ...{ total: 2, changes: 2, left: [] },
    examples: ids.map((id, at) => ({ id, name: `Orders: Question ${count - 1 + at}` })),
    there: [{ name: 'Returns', records: 1 }],
  });
  const { runId, message } = await send('POST', '/api/tagged-records/ticket', body);
  expect(message).toBe('Add tags: working on 2 tickets.');
  await work(runId);
  const those = async () => (await listed()).filter(([id]) => ids.includes(id)).map(([, tags]) => tags);
  expect(await those()).toEqual([
    ['Carrier', 'Returns'],
    ['Carrier', 'Returns'],
  ]);
  await undo(runId);
  expect(await those()).toEqual([['Returns'], []]);
});

test('whoever supports accounts from another one neither sees the tags of a ticket nor puts any on; acting as its account they do', async () => {
  const id = await raise(stranger);
  await tag(id, { add: ['Theirs'] }, stranger);
  const theirs = await tagId('Theirs', stranger);
  await tag(await raise(sam), { add: ['Ours'] }, sam);
  for (const by of [ann, sam]) {
    expect(await tag(id, { add: ['Seen'] }, by)).toMatchObject({ status: 404, errorMessage: 'This ticket does not exist.' });
    expect(await tag(id, { remove: [theirs] }, by)).toMatchObject({ status: 404 });
    const many = { ids: [id], add: ['Seen'] };
    expect(await send('POST', '/api/tagged-records/ticket', many, by)).toMatchObject({ status: 404 });
    expect(await send('POST', '/api/tagged-records/ticket/preview', many, by)).toMatchObject({ total: 0, there: [] });
    expect(await listed(`tag=${theirs}`, by)).toEqual([]);
  }
  const queue = await own.as(sam, { url: '/support-tickets/queue?status=all' });
  expect(queue.json().data.map((row: { id: number }) => row.id)).toContain(id);
  for (const seen of [queue.body, (await own.as(sam, { url: `/support-tickets/${id}` })).body]) expect(seen).not.toContain('Theirs');
  expect(await listed('', stranger)).toEqual([[id, ['Theirs']]]);
  const acting = await own.as(sam, { method: 'POST', url: '/api/accounts/act-as', payload: { accountId: stranger.accountId } });
  const within = { ...sam, cookie: String(acting.headers['set-cookie']).split(';', 1)[0] ?? '' };
  expect(await tag(id, { add: ['Looked at'] }, within)).toMatchObject({ status: 200 });
  expect(await listed('', within)).toEqual([[id, ['Looked at', 'Theirs']]]);
});
