import { beforeAll, expect, test } from 'vitest';
import { addConnection, addOrder } from '../../../test/shop/rows.ts';
import { threadTimeOf } from '../../../test/thread-time.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { mentioned } from './record.ts';

const own = testWeb();
let ann: Person;
let bea: Person;
let stranger: Person;
let order = 0;
let product = 0;

beforeAll(async () => {
  const accountId = await own.account();
  [ann, bea] = [await own.person(accountId), await own.person(accountId)];
  stranger = await own.person(await own.account(), 'account_admin');
  order = await addOrder(own, accountId, await addConnection(own, accountId));
  const [row] = await own.sql<{ id: string }>("insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug') returning id", [
    accountId,
  ]);
  product = Number(row?.id);
});

const read = async (type: string, id: number, person = ann) => (await own.as(person, { url: `/api/comments/${type}/${id}` })).json();
const write = (body: string, person = ann, path = `order/${order}`) =>
  own.as(person, { method: 'POST', url: `/api/comments/${path}`, payload: { body } });
const change = (id: number, person: Person, body: string) =>
  own.as(person, { method: 'PUT', url: `/api/comments/${id}`, payload: { body } });
const remove = (id: number, person: Person) => own.as(person, { method: 'DELETE', url: `/api/comments/${id}` });
const assign = (assignee: number | null, person = ann, path = `order/${order}`) =>
  own.as(person, { method: 'PUT', url: `/api/assignments/${path}`, payload: { assignee } });
const mentions = (id: number) => own.sql('select user_id::int from comment_mentions where comment_id = $1 order by 1', [id]);

test('a comment is seen by colleagues with whom it mentions, and changed and deleted by its writer alone', async () => {
  const reply = await write('@Person 2 please look, not @person 22 or x@Person 1');
  expect([reply.statusCode, reply.json()]).toEqual([201, { id: expect.any(Number), message: 'Your colleagues see the comment.' }]);
  const { id } = reply.json();
  const seen = {
    id,
    body: expect.any(String),
    created_at: expect.any(String),
    edited_at: null,
    author: 'Person 1',
    mentions: ['Person 2'],
  };
  expect((await read('order', order)).comments).toEqual([{ ...seen, mine: true }]);
  expect((await read('order', order, bea)).comments).toEqual([{ ...seen, mine: false }]);
  expect(await mentions(id)).toEqual([{ user_id: bea.userId }]);
  expect((await change(id, ann, 'Never mind')).json()).toEqual({ message: 'The comment was saved.' });
  expect([await mentions(id), (await read('order', order)).comments[0].edited_at]).toEqual([[], expect.any(String)]);
  for (const refused of [await change(id, bea, 'Mine'), await remove(id, bea)])
    expect([refused.statusCode, refused.json().errorMessage]).toEqual([403, 'Only the person who wrote a comment can edit or delete it.']);
  for (const refused of [await change(id, stranger, 'Theirs'), await remove(id, stranger)]) expect(refused.statusCode).toBe(404);
  expect((await remove(id, ann)).json()).toEqual({ message: 'The comment was deleted.' });
  expect((await read('order', order)).comments).toEqual([]);
  const audit = await own.sql(
    `select verb, noun from audit_entries where account_id = $1 and changes::text like '%Never mind%' order by id`,
    [ann.accountId],
  );
  expect(audit).toEqual([
    { verb: 'changed', noun: 'comment on order' },
    { verb: 'deleted', noun: 'comment on order' },
  ]);
});

test('a comment that is sent again because its reply was lost is one, and tells nobody twice, until a colleague writes another', async () => {
  const idOf = async (person = ann) => (await write('@Person 2 it left', person)).json().id;
  const told = () => own.sql(`select from notifications where kind = 'mentioned' and user_id = $1`, [bea.userId]);
  const before = (await told()).length;
  const first = await idOf();
  expect([await idOf(), ...(await Promise.all([idOf(), idOf()]))]).toEqual([first, first, first]);
  expect((await told()).length).toBe(before + 1);
  const hers = await idOf(bea);
  const later = await idOf();
  expect(new Set([first, hers, later]).size).toBe(3);
  await change(later, ann, 'It left yesterday');
  const again = await idOf();
  expect(again).not.toBe(later);
  for (const [id, person] of [
    [first, ann],
    [hers, bea],
    [later, ann],
    [again, ann],
  ] as const)
    await remove(id, person);
});

test('a comment that its writer changed in another tab is not saved over unread', async () => {
  const { id } = (await write('Call the buyer')).json();
  const edit = (body: string, was: string) => own.as(ann, { method: 'PUT', url: `/api/comments/${id}`, payload: { body, was } });
  expect((await edit('Call the buyer on Monday', 'Call the buyer')).statusCode).toBe(200);
  const late = await edit('Write to the buyer', 'Call the buyer');
  const errorMessage = 'You changed this comment in another tab. Copy what you wrote, then Cancel shows it as it is now.';
  expect([late.statusCode, late.json()]).toEqual([409, { errorMessage, code: 'changed_meanwhile' }]);
  expect((await edit('Write to the buyer', 'Call the buyer on Monday')).statusCode).toBe(200);
  expect((await remove(id, ann)).statusCode).toBe(200);
});

test('a comment is never in what a channel is sent, and changes nothing of the order', async () => {
  const [before] = await own.sql('select * from orders where id = $1', [order]);
  await write('Do not ship the blue one');
  await assign(bea.userId);
  expect((await own.sql('select * from orders where id = $1', [order]))[0]).toEqual(before);
  expect(await own.sql('select 1 from outbox where account_id = $1', [ann.accountId])).toEqual([]);
});

test('a record is assigned to a colleague, who finds it in the list', async () => {
  expect((await assign(bea.userId)).json()).toMatchObject({ message: 'Person 2 looks after it now.' });
  expect((await assign(bea.userId, ann, `product/${product}`)).statusCode).toBe(200);
  expect((await read('order', order)).assignee).toEqual({ id: bea.userId, name: 'Person 2' });
  const found = async (person: Person, path: string) =>
    (await own.as(person, { url: `${path}?assigned=me` })).json().data.map(({ id }: { id: number }) => id);
  expect([await found(bea, '/api/orders'), await found(ann, '/api/orders')]).toEqual([[order], []]);
  expect([await found(bea, '/api/products'), await found(ann, '/api/products')]).toEqual([[product], []]);
  expect((await assign(null)).json()).toMatchObject({ message: 'Nobody in particular looks after it now.' });
  expect(await found(bea, '/api/orders')).toEqual([]);
});

test('who is mentioned or given a record is told, and nobody of what they do themselves', async () => {
  const told = async (person: Person) =>
    (await own.as(person, { url: '/api/notifications' })).json().data.map(({ sentence }: { sentence: string }) => sentence);
  const before = (await told(bea)).length;
  const { id } = (await write('@Person 2 @Person 1 is it the red one?')).json();
  await change(id, ann, '@Person 2 @Person 1 is it the blue one?');
  await assign(bea.userId, bea);
  await assign(null);
  await assign(bea.userId);
  const news = (await told(bea)).slice(0, -before || undefined);
  expect(news).toEqual([
    `Person 1 assigned order SO-${order} to you.`,
    `Person 1 mentions you on order SO-${order}: “@Person 2 @Person 1 is it the red one?”`,
  ]);
  expect(await told(ann)).toEqual([]);
});

test('nobody of another account is assigned or mentioned, and its records do not exist', async () => {
  expect((await assign(stranger.userId)).json()).toEqual({
    assignee: ['This person is no longer in your team. Reload, and choose again.'],
  });
  for (const reply of [
    await write('Hello', stranger),
    await assign(stranger.userId, stranger),
    await own.as(stranger, { url: `/api/comments/order/${order}` }),
  ])
    expect([reply.statusCode, reply.json().errorMessage]).toEqual([404, 'This order does not exist.']);
  expect((await write('Hello', ann, `order/${order + 1}`)).statusCode).toBe(404);
  expect((await write('Hello', ann, `department/${order}`)).statusCode).toBe(404);
  expect((await write('   ')).json()).toEqual({ body: ['Write a comment.'] });
});

const people = ['Ann', 'Ann Lee', 'Jean-Luc O’Neil', 'ann'].map((name) => ({ name }));
test.each([
  ['@Ann Lee, look', ['Ann Lee']],
  ['(@ann)', ['Ann', 'ann']],
  ['@Annabel', []],
  ['mail ann@ann.example', []],
  ['@JEAN-LUC o’neil and @ann lee', ['Ann Lee', 'Jean-Luc O’Neil']],
  ['@ Ann', []],
])('%s mentions %j', (text, names) =>
  expect(
    mentioned(text, people)
      .map(({ name }) => name)
      .sort(),
  ).toEqual(names),
);

test('a comment of nothing but “@” takes no longer than another in an account of many people', async () => {
  // So many that to compare each “@” with all of them would take minutes on a slow machine, and this a second.
  const people = Array.from({ length: 50_000 }, (_, n) => ({ id: n, name: `@ @ ${'@'.repeat(n % 100)} ${n}` }));
  const { ms } = await threadTimeOf(async () => {
    for (let n = 0; n < 3; n++) mentioned('@'.repeat(5_000), people);
  });
  expect(ms).toBeLessThan(3_000);
});

test('an “@” that begins nobody’s name costs next to nothing', async () => {
  // To compare each with names of three hundred lengths would take much longer than this does on a slow machine.
  const people = Array.from({ length: 1_000 }, (_, n) => ({ id: n, name: `Person ${'x'.repeat(n % 300)} ${n}` }));
  const text = '@'.repeat(5_000);
  mentioned(text, people);
  const { ms } = await threadTimeOf(async () => {
    for (let n = 0; n < 20; n++) mentioned(text, people);
  });
  expect(ms / 20).toBeLessThan(15);
});

test('a comment mentions fifty people at most, whom a page reads as they were stored', async () => {
  const people = Array.from({ length: 60 }, (_, n) => ({ name: `Number ${n}.` }));
  expect(mentioned(people.map(({ name }) => `@${name}`).join(' '), people)).toHaveLength(50);
  const { id } = (await write('@Person 2 look')).json();
  await own.sql('delete from comment_mentions where comment_id = $1', [id]);
  expect((await read('order', order)).comments.at(-1)).toMatchObject({ id, mentions: [] });
});

test('of endless comments the newest are read, as many as somebody reads', async () => {
  await own.sql(
    `insert into comments (account_id, record_type, record_id, user_id, body)
     select $1, 'product', $2, $3, repeat('@', 4990) || n from generate_series(1000, 1099) n`,
    [ann.accountId, product, ann.userId],
  );
  const { comments } = await read('product', product);
  expect([comments.length, comments.at(-1).body.slice(-4)]).toEqual([20, '1099']);
});
