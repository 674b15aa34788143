import { beforeAll, expect, test } from 'vitest';
import { addConnection, addOrders } from '../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { withTime } from '../../../test/with-time.ts';
import { mostTags } from '../../shared/tags/tag.ts';

const own = testWeb();
let admin: Person;
let user: Person;
let stranger: Person;
let orders: number[] = [];

beforeAll(async () => {
  const accountId = await own.account();
  [admin, user] = [await own.person(accountId, 'admin'), await own.person(accountId)];
  stranger = await own.person(await own.account(), 'account_admin');
  orders = await addOrders(own, accountId, await addConnection(own, accountId), [{}, {}, {}]);
});

type Method = 'POST' | 'PUT' | 'DELETE' | 'PATCH';
const send = async (method: Method, url: string, payload?: object, by = admin) => {
  const reply = await own.as(by, { method, url, ...(payload && { payload }) });
  return { status: reply.statusCode, ...reply.json() };
};
const create = (body: object, by = admin) => send('POST', '/api/tags', body, by);
const change = (id: number, body: object, by = admin) => send('PUT', `/api/tags/${id}`, body, by);
const remove = (id: number, by = admin) => send('DELETE', `/api/tags/${id}`, undefined, by);
const undo = (run: number, by = admin) => send('POST', `/api/runs/${run}/undo`, {}, by);
const added = async (name: string): Promise<number> => (await create({ name })).id;
const list = async (query = '', by = admin): Promise<{ id: number; name: string; color: string; records: number }[]> =>
  (await own.as(by, { url: `/api/tags?${query}` })).json().data;
const named = async (name: string) => (await list(`search=${name}`)).find((tag) => tag.name === name);
const put = (order: number | undefined, ...names: string[]) => send('PATCH', `/api/tagged-records/order/${order}`, { add: names }, user);
const auditOf = (id: number) =>
  own.sql(`select verb, record_name, changes from audit_entries where noun = 'tag' and record_id = $1 order by id`, [id]);

test('everyone of the account sees its tags, and how many records have each', async () => {
  await put(orders[0], 'Counted twice', 'Counted once');
  await put(orders[1], 'Counted twice');
  await added('Counted never');
  const counted = (tags: { name: string; records: number }[]) =>
    tags.filter(({ name }) => name.startsWith('Counted')).map(({ name, records }) => [name, records]);
  expect(counted(await list('orderBy=records&orderDir=DESC', user))).toEqual([
    ['Counted twice', 2],
    ['Counted once', 1],
    ['Counted never', 0],
  ]);
  expect(counted(await list('search=ONCE', user))).toEqual([['Counted once', 1]]);
  expect(await list('', stranger)).toEqual([]);
});

test('who manages the team creates, renames, recolours and deletes one, and each time it is written down', async () => {
  const { id, status, message } = await create({ name: '  Gift \t wrap ', color: 'teal' });
  expect([status, message]).toEqual([201, 'The tag was created.']);
  expect(await change(id, { name: 'gift wrap', color: 'teal' })).toMatchObject({ status: 200, message: 'The tag was saved.' });
  expect(await change(id, { name: 'gift wrap', color: 'red' })).toMatchObject({ status: 200 });
  expect(await named('gift wrap')).toEqual({ id, name: 'gift wrap', color: 'red', records: 0 });
  expect(await remove(id)).toMatchObject({ status: 200, message: '“gift wrap” was deleted.', runId: expect.any(Number) });
  expect(await auditOf(id)).toEqual([
    { verb: 'created', record_name: 'Gift wrap', changes: { name: { from: null, to: 'Gift wrap' }, color: { from: null, to: 'teal' } } },
    { verb: 'changed', record_name: 'gift wrap', changes: { name: { from: 'Gift wrap', to: 'gift wrap' } } },
    { verb: 'changed', record_name: 'gift wrap', changes: { color: { from: 'teal', to: 'red' } } },
    { verb: 'deleted', record_name: 'gift wrap', changes: { name: { from: 'gift wrap', to: null }, color: { from: 'red', to: null } } },
  ]);
  for (const reply of [await remove(id), await change(id, { name: 'Again' })])
    expect(reply).toEqual({ status: 404, errorMessage: 'This tag does not exist.', code: 'not_found' });
});

test.each([
  ['tAKEN', 'There is a tag named “tAKEN” already.'],
  [' taken ', 'There is a tag named “taken” already.'],
  ['', 'Give the tag a name.'],
  ['one, two', 'The name of a tag has no comma.'],
  ['x'.repeat(41), 'The name of a tag has at most 40 characters.'],
])('the name “%s” is refused beside its field, to a new tag and to one that is renamed', async (name, sentence) => {
  await create({ name: 'Taken' });
  const other = (await named('Other'))?.id ?? (await added('Other'));
  expect(await create({ name })).toEqual({ status: 422, name: [sentence] });
  expect(await change(other, { name })).toEqual({ status: 422, name: [sentence] });
  expect((await named('Other'))?.id).toBe(other);
});

test('a rename that began before another is refused, and says what the name is now', async () => {
  const id = await added('Gifts');
  expect(await change(id, { name: 'Presents', was: { name: 'Gifts' } })).toMatchObject({ status: 200 });
  const late = await change(id, { name: 'Wrapping', was: { name: 'Gifts' } });
  expect([late.status, late.code]).toEqual([409, 'changed_meanwhile']);
  expect(late.errorMessage).toEqual(withTime('You renamed “Gifts” to “Presents” on …. Look at it again before you save.'));
  expect(await change(id, { name: 'Wrapping', was: { name: 'Presents' } })).toMatchObject({ status: 200 });
});

test('a change is refused that would take back the colour that a colleague gave it since, and says which that is', async () => {
  const { id } = await create({ name: 'Breakable', color: 'blue' });
  const was = { name: 'Breakable', color: 'blue' };
  expect(await change(id, { name: 'Breakable', color: 'amber', was })).toMatchObject({ status: 200 });
  const late = await change(id, { name: 'Handle with care', color: 'blue', was });
  expect([late.status, late.code]).toEqual([409, 'changed_meanwhile']);
  expect(late.errorMessage).toEqual(withTime('You changed this tag on …: “Breakable”, amber. Look at it again before you save.'));
  expect(await named('Breakable')).toMatchObject({ id, color: 'amber' });
  expect(await change(id, { name: 'Handle with care', was: { name: 'Breakable' } })).toMatchObject({ status: 200 });
  expect(await named('Handle with care')).toMatchObject({ id, color: 'amber' });
});

test('a deleted tag is on no record, and an undo has it again on all of them, once', async () => {
  await put(orders[0], 'Brought back');
  const { id = 0 } = (await named('Brought back')) ?? {};
  const { runId } = await remove(id);
  expect([await named('Brought back'), (await send('POST', `/api/tagged-records/order/preview`, { ids: orders }, user)).there]).toEqual([
    undefined,
    expect.not.arrayContaining([expect.objectContaining({ id })]),
  ]);
  expect(await undo(runId, user)).toMatchObject({ status: 403 });
  expect(await undo(runId)).toMatchObject({ status: 200, message: '“Brought back” is there again.' });
  expect(await named('Brought back')).toMatchObject({ id, records: 1 });
  expect(await undo(runId)).toMatchObject({ status: 409 });
});

test('a deleted tag whose name another has by now stays deleted', async () => {
  const { runId } = await remove(await added('Reused'));
  const other = await added('REUSED');
  expect(await undo(runId)).toMatchObject({
    status: 409,
    errorMessage: 'There is another tag of its name by now. This cannot be undone.',
  });
  expect((await list('search=reused')).map(({ id }) => id)).toEqual([other]);
});

test('no more tags are created or brought back than an account may have', async () => {
  const full = await own.person(await own.account(), 'account_admin');
  await own.sql(`insert into tags (account_id, name, color) select $1, 'Tag ' || n, 'blue' from generate_series(1, $2) as n`, [
    full.accountId,
    mostTags,
  ]);
  const [first] = await list('', full);
  expect(await create({ name: 'One more' }, full)).toMatchObject({ status: 409, code: 'too_many_tags' });
  const { runId } = await remove(first?.id ?? 0, full);
  expect(await create({ name: 'One more' }, full)).toMatchObject({ status: 201 });
  expect(await undo(runId, full)).toMatchObject({ status: 409, code: 'too_many_tags' });
});

test('who does not manage the team may not change one, and to another account it does not exist', async () => {
  const [id, into] = [await added('Ours'), await added('Ours too')];
  const merge = (by: Person) => send('POST', `/api/tags/${id}/merge/${into}`, undefined, by);
  for (const reply of [
    await create({ name: 'Mine' }, user),
    await change(id, { name: 'Mine' }, user),
    await remove(id, user),
    await merge(user),
  ])
    expect(reply).toMatchObject({ status: 403, code: 'not_allowed' });
  for (const reply of [await change(id, { name: 'Theirs' }, stranger), await remove(id, stranger), await merge(stranger)])
    expect(reply).toMatchObject({ status: 404, code: 'not_found' });
  const theirs = (await create({ name: 'Ours' }, stranger)).id;
  for (const [one, other] of [
    [theirs, id],
    [id, theirs],
  ])
    expect(await send('POST', `/api/tags/${one}/merge/${other}`, undefined, stranger)).toMatchObject({ status: 404 });
  expect([(await named('Ours'))?.id, (await named('Ours too'))?.id]).toEqual([id, into]);
});
