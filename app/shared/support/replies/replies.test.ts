import { beforeAll, expect, test } from 'vitest';
import { type Person, testWeb } from '../../../../test/web.ts';
import { withTime } from '../../../../test/with-time.ts';
import { mostReplies } from './contract.ts';

const own = testWeb();
let ann: Person;
let bob: Person;
let bea: Person;

beforeAll(async () => {
  const accountId = await own.account('Northwind');
  [ann, bob] = [await own.person(accountId), await own.person(accountId)];
  bea = await own.person(await own.account('Elsewhere'), 'account_admin');
});

const save = (person: Person, name: string, body = '<p>We send it again.</p>') =>
  own.as(person, { method: 'POST', url: '/api/saved-replies', payload: { name, body } });
const change = (person: Person, id: number, name: string, body: string) =>
  own.as(person, { method: 'PUT', url: `/api/saved-replies/${id}`, payload: { name, body } });
const remove = (person: Person, id: number) => own.as(person, { method: 'DELETE', url: `/api/saved-replies/${id}` });
const list = async (person: Person) => (await own.as(person, { url: '/api/saved-replies' })).json().data;

test('what one person saves, everyone in the account uses, changes and deletes', async () => {
  const { id } = (await save(ann, 'Damaged')).json();
  expect(await list(bob)).toEqual([{ id, name: 'Damaged', body: '<p>We send it again.</p>' }]);
  expect((await change(bob, id, 'Broken', '<p>Sorry.</p>')).statusCode).toBe(200);
  expect(await list(ann)).toEqual([{ id, name: 'Broken', body: '<p>Sorry.</p>' }]);
  expect((await remove(ann, id)).statusCode).toBe(200);
  expect(await list(bob)).toEqual([]);
  const audit = await own.sql('select verb, changes from audit_entries where noun = $1 and record_id = $2 order by id', [
    'saved reply',
    id,
  ]);
  expect(audit).toMatchObject([
    { verb: 'created' },
    { verb: 'changed', changes: { name: { from: 'Damaged', to: 'Broken' } } },
    { verb: 'deleted' },
  ]);
});

test('a change that began before another is refused, with who changed it and when', async () => {
  const { id } = (await save(ann, 'Lost')).json();
  const was = { name: 'Lost', body: '<p>We send it again.</p>' };
  const edit = (person: Person, name: string, body: string, more: object = {}) =>
    own.as(person, { method: 'PUT', url: `/api/saved-replies/${id}`, payload: { name, body, ...more } });
  expect((await edit(bob, 'Lost', '<p><strong>We send it again.</strong></p>', { was })).statusCode).toBe(200);
  const late = await edit(ann, 'Lost parcel', was.body, { was });
  const [{ name } = { name: '' }] = await own.sql<{ name: string }>('select name from users where id = $1', [bob.userId]);
  const text = `${name} changed “Lost” on …. Look at it again before you save.`;
  expect([late.statusCode, late.json()]).toEqual([409, { errorMessage: withTime(text), code: 'changed_meanwhile' }]);
  expect((await edit(ann, 'Lost parcel', was.body)).statusCode).toBe(200);
});

test('a reply is cleaned as a message is, and needs a name of its own and a text', async () => {
  const { id } = (await save(ann, 'Hostile', '<p onclick="x()">Hi</p><script>alert(1)</script>')).json();
  expect((await list(ann)).find((each: { id: number }) => each.id === id).body).toBe('<p>Hi</p>');
  expect((await save(bob, 'HOSTILE')).json()).toEqual({ name: ['There is a saved reply “HOSTILE” already.'] });
  expect((await save(bob, ' ')).json()).toEqual({ name: ['Give the reply a name.'] });
  expect((await save(bob, 'Blank', '<p> </p>')).json()).toEqual({ body: ['Write the reply first.'] });
});

test('a reply that is longer than it was typed, because it was cleaned, can be changed', async () => {
  const { id } = (await save(ann, 'Signs', `<p>${'& '.repeat(9_500)}</p>`)).json();
  const { name, body } = (await list(ann)).find((each: { id: number }) => each.id === id);
  expect(body.length).toBeGreaterThan(20_000);
  const payload = { name, body: '<p>Fewer.</p>', was: { name, body } };
  expect((await own.as(ann, { method: 'PUT', url: `/api/saved-replies/${id}`, payload })).statusCode).toBe(200);
});

test('another account has its own, and reaches none of these', async () => {
  const { id } = (await save(ann, 'Ours')).json();
  expect(await list(bea)).toEqual([]);
  expect([(await change(bea, id, 'Theirs', '<p>x</p>')).statusCode, (await remove(bea, id)).statusCode]).toEqual([404, 404]);
  expect((await save(bea, 'Ours')).statusCode).toBe(201);
});

test('an account saves so many, and is told when it has them', async () => {
  await own.sql(`insert into saved_replies (account_id, name, body) select $1, 'n' || n, '<p>x</p>' from generate_series(1, $2) n`, [
    bea.accountId,
    mostReplies,
  ]);
  const reply = await save(bea, 'One more');
  expect([reply.statusCode, reply.json().errorMessage]).toEqual([409, 'An account can have 200 saved replies. Delete some first.']);
});
