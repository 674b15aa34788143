import { beforeAll, expect, test } from 'vitest';
import type { Log } from '../../../platform/log.ts';
import { quietLog } from '../../../test/shop/quiet.ts';
import { addConnection, addOrders } from '../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { allNouns } from '../../entities/all.ts';
import { workBulk } from '../runs/bulk/work.ts';
import { mostOfRecord, mostTags } from './tag.ts';

const own = testWeb();
let ann: Person;
let bea: Person;
let stranger: Person;
let channel = 0;

beforeAll(async () => {
  const accountId = await own.account();
  [ann, bea] = [await own.person(accountId), await own.person(accountId)];
  stranger = await own.person(await own.account(), 'account_admin');
  channel = await addConnection(own, accountId);
});

const add = (count: number) =>
  addOrders(
    own,
    ann.accountId,
    channel,
    Array.from({ length: count }, () => ({})),
  );
const send = async (method: 'POST' | 'PATCH', url: string, payload: object, by = ann) => {
  const reply = await own.as(by, { method, url, payload });
  return { status: reply.statusCode, ...reply.json() };
};
const tag = (id: number, body: object, by = ann, type = 'order') => send('PATCH', `/api/tagged-records/${type}/${id}`, body, by);
const all = async (by = ann): Promise<{ id: number; name: string; color: string }[]> =>
  (await own.as(by, { url: '/api/tags/names' })).json().data;
const idOf = async (name: string) => (await all()).find((each) => each.name === name)?.id ?? 0;
const tagsOf = async (id: number, type = 'order') => {
  const rows = await own.sql<{ name: string }>(
    `select t.name from tagged_records r join tags t on t.account_id = r.account_id and t.id = r.tag_id
      where r.account_id = $1 and r.record_type = $2 and r.record_id = $3 order by lower(t.name)`,
    [ann.accountId, type, id],
  );
  return rows.map(({ name }) => name);
};
const work = (runId: number, by = ann) =>
  workBulk(
    { database: own.database, log: quietLog().log as unknown as Log },
    { accountId: by.accountId, userId: by.userId },
    runId,
    new AbortController().signal,
    allNouns,
  );
const tagMany = async (ids: number[], body: object, type = 'order'): Promise<number> => {
  const { runId } = await send('POST', `/api/tagged-records/${type}`, { ids, ...body });
  await work(runId);
  return runId;
};
const undo = async (run: number) => {
  const { status, runId } = await send('POST', `/api/runs/${run}/undo`, {});
  expect(status).toBe(200);
  await work(runId);
  return outcomes(runId);
};
const outcomes = async (runId: number) => {
  const { data } = (await own.as(ann, { url: `/api/runs/${runId}/outcomes` })).json();
  return new Map<number, [string, string | null]>(
    data.map(({ record_id, outcome, reason }: { record_id: number; outcome: string; reason: string | null }) => [
      record_id,
      [outcome, reason],
    ]),
  );
};
const done = ['done', null];

test('a tag is created with the first record that gets it, is the same in any letters, and is undone once', async () => {
  const [first = 0, second = 0] = await add(2);
  const reply = await tag(first, { add: ['  Gift \t wrap '] });
  expect(reply).toMatchObject({ status: 200, message: `SO-${first}: 1 tag added.` });
  expect(await tag(second, { add: ['GIFT WRAP', 'gift wrap', 'Fragile'] })).toMatchObject({ status: 200 });
  expect((await all()).map(({ name }) => name)).toEqual(['Fragile', 'Gift wrap']);
  expect([await tagsOf(first), await tagsOf(second)]).toEqual([['Gift wrap'], ['Fragile', 'Gift wrap']]);
  expect(await tag(first, { add: ['gift wrap'] })).toMatchObject({ runId: null });
  expect(await undo(reply.runId)).toEqual(new Map([[first, done]]));
  expect([await tagsOf(first), await tagsOf(second)]).toEqual([[], ['Fragile', 'Gift wrap']]);
  expect(await send('POST', `/api/runs/${reply.runId}/undo`, {})).toMatchObject({ status: 409 });
  const [change] = await own.sql(`select changes from audit_entries where record_id = $1 and noun = 'order' and verb = 'changed'`, [first]);
  expect(change?.changes).toEqual({ tags: { from: null, to: 'Gift wrap' } });
});

test.each([
  ['', 'Give the tag a name.'],
  ['\u200b', 'Give the tag a name.'],
  ['\u0007\u202e', 'Give the tag a name.'],
  ['x'.repeat(41), 'The name of a tag has at most 40 characters.'],
  ['one, two', 'The name of a tag has no comma.'],
])('the name “%s” is refused', async (name, sentence) => {
  const [id = 0] = await add(1);
  const reply = await tag(id, { add: [name] });
  expect(reply.status).toBe(422);
  expect(JSON.stringify(reply)).toContain(sentence);
  expect(await tagsOf(id)).toEqual([]);
});

test('what nobody sees in a name is left out of it, so that no two tags look alike, and none turns the text around it', async () => {
  const [id = 0] = await add(1);
  await tag(id, { add: ['Re\u200btu\u00adrn', '\u202eTurned\u2066', 'Bell\u0007', 'می\u200cخواهم', '👩\u200d🚀'] });
  await tag(id, { add: ['Return', 'turned', 'bell', 'میخواهم'] });
  expect((await tagsOf(id)).sort()).toEqual(['Bell', 'Return', 'Turned', 'می\u200cخواهم', '👩\u200d🚀']);
});

test('people who create a tag at once, each in other letters, get the same one', async () => {
  const ids = await add(4);
  const names = ['At once', 'AT ONCE', 'at once', 'At  Once'];
  const replies = await Promise.all(ids.map((id, at) => tag(id, { add: [names[at] ?? ''] }, at % 2 === 0 ? ann : bea)));
  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
  expect((await all()).filter(({ name }) => name.toLowerCase() === 'at once')).toHaveLength(1);
});

test('what is said to be done is what changed', async () => {
  const [id = 0] = await add(1);
  await tag(id, { add: ['Said'] });
  expect(await tag(id, { add: ['Said', 'SAID', 'Said too'] })).toMatchObject({ message: `SO-${id}: 1 tag added.` });
  const [said, too, none] = [await idOf('Said'), await idOf('Said too'), await idOf('none of this name')];
  expect(none).toBe(0);
  const removed = await tag(id, { add: ['Said'], remove: [said, said, too] });
  expect(removed).toMatchObject({ status: 200, message: `SO-${id}: 2 tags removed.` });
  const [run] = await own.sql('select subject, action from runs where id = $1', [removed.runId]);
  expect(run).toEqual({ subject: { code: 'one', name: `SO-${id}`, action: 'remove-tags' }, action: 'remove-tags' });
});

test('an account and a record have no more tags than their bounds, also when several people are at it at once', async () => {
  const own200 = await own.person(await own.account());
  await own.sql(`insert into tags (account_id, name, color) select $1, 'Tag ' || n, 'blue' from generate_series(1, $2) as n`, [
    own200.accountId,
    mostTags - 1,
  ]);
  const [mine = 0] = await addOrders(own, own200.accountId, await addConnection(own, own200.accountId), [{}]);
  const replies = await Promise.all(['A', 'B', 'C'].map((name) => tag(mine, { add: [name] }, own200)));
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  expect(replies.find(({ status }) => status === 409)).toMatchObject({ code: 'too_many_tags' });
  const few = Array.from({ length: mostOfRecord }, (_, at) => `Tag ${at + 1}`);
  const left = await tag(mine, { add: few }, own200);
  expect(left).toMatchObject({ status: 409, errorMessage: `SO-${mine} stays as it is. It would have more than ${mostOfRecord} tags.` });
  expect(await tag(mine, { add: [...few, 'Tag 30'] }, own200)).toMatchObject({ status: 422 });
});

test('a record has no more tags than its bound, whatever is named twice and however it is undone', async () => {
  const [id = 0] = await add(1);
  const names = (from: number) => Array.from({ length: mostOfRecord }, (_, at) => `Bound ${from + at}`);
  await tag(id, { add: names(0) });
  const first = await idOf('Bound 0');
  const twice = await tag(id, { add: names(100), remove: Array.from({ length: mostOfRecord }, () => first) });
  expect([twice.status, (await tagsOf(id)).length]).toEqual([409, mostOfRecord]);
  const { runId } = await tag(id, { remove: [first] });
  await tag(id, { add: ['Bound 200'] });
  expect(await undo(runId)).toEqual(new Map([[id, ['skipped', `It would have more than ${mostOfRecord} tags.`]]]));
  expect(await tagsOf(id)).toHaveLength(mostOfRecord);
});

test('tags that are gone are taken off nobody, and no run says so', async () => {
  const [id = 0] = await add(1);
  expect(await send('POST', '/api/tagged-records/order', { ids: [id], remove: [987_654] })).toMatchObject({ status: 404 });
});

test('what tagging many would do is shown before, done as one run, and undone but where a colleague changed the same tag since', async () => {
  const [plain = 0, has = 0, moved = 0, other = 0] = await add(4);
  await tag(has, { add: ['Urgent'] });
  const ids = [plain, has, moved, other];
  const preview = await send('POST', '/api/tagged-records/order/preview', { ids, add: ['urgent', 'New here'] });
  expect(preview).toMatchObject({ status: 200, total: 4, changes: 4, there: [{ name: 'Urgent', records: 1 }] });
  expect(await send('POST', '/api/tagged-records/order/preview', { ids, add: ['urgent'] })).toMatchObject({
    ...{ changes: 3, left: [{ reason: 'It was so already.', records: 1 }] },
    examples: [plain, moved, other].map((id) => ({ id, name: `SO-${id}`, tags: [] })),
  });
  expect((await all()).some(({ name }) => name === 'New here')).toBe(false);
  const run = await tagMany(ids, { add: ['urgent'] });
  expect(await outcomes(run)).toEqual(
    new Map<number, unknown>([
      [has, ['skipped', 'It was so already.']],
      [plain, done],
      [moved, done],
      [other, done],
    ]),
  );
  const urgent = await idOf('Urgent');
  await tag(moved, { remove: [urgent] }, bea);
  await tag(moved, { add: ['Urgent'] }, bea);
  await tag(other, { add: ['Another'] }, bea);
  expect(await undo(run)).toEqual(
    new Map<number, unknown>([
      [moved, ['skipped', expect.stringMatching(/^Person 2 changed it on .*\.$/)]],
      [plain, done],
      [other, done],
    ]),
  );
  expect([await tagsOf(plain), await tagsOf(has), await tagsOf(moved), await tagsOf(other)]).toEqual([
    [],
    ['Urgent'],
    ['Urgent'],
    ['Another'],
  ]);
});

test('what a filter matched is tagged as it was fixed, once', async () => {
  const [inIt = 0, other = 0] = await addOrders(own, ann.accountId, channel, [{ country: 'SE' }, { country: 'DE' }]);
  const { runId } = await send('POST', '/api/orders/bulk-action/prepare', { filter: { country: 'SE' } });
  expect(await send('POST', '/api/tagged-records/order/preview', { runId, add: ['All of them'] })).toMatchObject({ total: 1, changes: 1 });
  expect(await send('POST', '/api/tagged-records/order', { runId, add: ['All of them'] })).toMatchObject({ status: 202, total: 1 });
  await work(runId);
  expect([await tagsOf(inIt), await tagsOf(other)]).toEqual([['All of them'], []]);
  expect(await send('POST', '/api/tagged-records/order', { runId, add: ['All of them'] })).toMatchObject({ status: 409 });
});

test('tags are taken off many and put back, and a record that would have too many stays as it is', async () => {
  const [full = 0, with1 = 0] = await add(2);
  await tag(full, { add: Array.from({ length: mostOfRecord }, (_, at) => `Full ${at}`) });
  await tag(with1, { add: ['Full 0'] });
  const tooMany = await tagMany([full, with1], { add: ['One more'] });
  expect((await outcomes(tooMany)).get(full)).toEqual(['skipped', `It would have more than ${mostOfRecord} tags.`]);
  const run = await tagMany([full, with1], { remove: [await idOf('Full 0')] });
  expect([(await tagsOf(full)).length, await tagsOf(with1)]).toEqual([mostOfRecord - 1, ['One more']]);
  await undo(run);
  expect([(await tagsOf(full)).length, await tagsOf(with1)]).toEqual([mostOfRecord, ['Full 0', 'One more']]);
});

test('purchase orders and products have tags too, each by its own type', async () => {
  const { id: purchase } = await send('POST', '/api/purchase-orders', { source_number: 'HAND-1', vendor_name: 'Acme' });
  const [{ id: product } = { id: '' }] = await own.sql<{ id: string }>(
    `insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug') returning id`,
    [ann.accountId],
  );
  for (const [type, id] of [
    ['purchase_order', purchase],
    ['product', Number(product)],
  ] as const) {
    const run = await tagMany([id], { add: ['Shared'] }, type);
    expect(await tagsOf(id, type)).toEqual(['Shared']);
    await undo(run);
    expect(await tagsOf(id, type)).toEqual([]);
  }
});

test('nobody tags records of another account, uses its tags, or sees them', async () => {
  const [id = 0] = await add(1);
  await tag(id, { add: ['Ours alone'] });
  const ours = await idOf('Ours alone');
  expect(await all(stranger)).toEqual([]);
  expect(await tag(id, { add: ['Theirs'] }, stranger)).toMatchObject({ status: 404 });
  expect(await all(stranger)).toEqual([]);
  expect(await send('POST', '/api/tagged-records/order', { ids: [id], remove: [ours] }, stranger)).toMatchObject({ status: 404 });
  expect(await send('POST', '/api/tagged-records/order/preview', { ids: [id], remove: [ours] }, stranger)).toMatchObject({
    total: 0,
    there: [],
  });
  const [theirs = 0] = await addOrders(own, stranger.accountId, await addConnection(own, stranger.accountId), [{}]);
  expect(await tag(theirs, { remove: [ours] }, stranger)).toMatchObject({ status: 200, runId: null });
  expect(await tagsOf(id)).toEqual(['Ours alone']);
  expect(await send('POST', '/api/tagged-records/order', { ids: [id], add: ['A'], remove: [ours] })).toMatchObject({ status: 422 });
});
