import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { inTenant, reading } from '../../../../platform/tenant.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { accountOfTicket } from '../ticket-account.ts';
import { countUnread } from '../unread.ts';

const own = testWeb();
let sam: Person;
let ann: Person;
let bea: Person;

beforeAll(async () => {
  sam = await own.person(await own.account('Portal'), 'super');
  ann = await own.person(await own.account('A'), 'account_admin');
  bea = await own.person(await own.account('B'));
});

const raise = async (person: Person, subject_2: string): Promise<number> =>
  (
    await own.as(person, { method: 'POST', url: '/support', payload: { subject_1: 'Orders', subject_2, description: 'Please look.' } })
  ).json().id;
const write = (person: Person, id: number, body: string) =>
  own.as(person, { method: 'POST', url: `/support-tickets/${id}/messages`, payload: { body } });
const queue = (person: Person) => own.as(person, { url: '/support-tickets/queue' });
const subjects = async () => (await queue(sam)).json().data.map((ticket: { subject_2: string }) => ticket.subject_2);
const unread = (person: Person) => reading(own.database, person, (tenant) => countUnread(tenant, person.role));

test('super admins see the tickets of all accounts, the one that waits longest first, and reply in their own name', async () => {
  const [first, second] = [await raise(ann, 'first'), await raise(bea, 'second')];
  expect(await subjects()).toEqual(['first', 'second']);
  expect((await queue(sam)).json().data[1]).toMatchObject({ user: { account_name: 'B' }, unread: true });
  expect(await unread(sam)).toBe(2);
  expect((await write(sam, first, '<p>We look.</p>')).statusCode).toBe(201);
  expect(await subjects()).toEqual(['second', 'first']);
  expect([await unread(sam), await unread(ann)]).toEqual([1, 1]);
  const ticket = (await own.as(ann, { url: `/support-tickets/${first}` })).json();
  expect(ticket).toMatchObject({ waiting_since: null, messages: [{ owner: { name: 'Person 1' }, changeable: false }] });
  const [audit] = await own.sql(
    `select account_id::int, user_id::int, acting_as from audit_entries where noun = 'support message' and record_id = $1`,
    [ticket.messages[0].id],
  );
  expect(audit).toEqual({ account_id: ann.accountId, user_id: sam.userId, acting_as: true });
  await own.as(ann, { method: 'POST', url: `/support-tickets/${first}/read` });
  expect(await unread(ann)).toBe(0);
  await own.as(sam, { method: 'POST', url: `/support-tickets/${second}/close` });
  expect(await subjects()).toEqual(['first']);
});

test('a super admin who acts as an account writes as the person they are', async () => {
  const id = await raise(ann, 'acted');
  const acting = await own.as(sam, { method: 'POST', url: '/api/accounts/act-as', payload: { accountId: ann.accountId } });
  const cookie = String(acting.headers['set-cookie']).split(';', 1)[0] ?? '';
  await write({ ...sam, cookie }, id, '<p>From within</p>');
  const { messages } = (await own.as(ann, { url: `/support-tickets/${id}` })).json();
  expect(messages).toMatchObject([{ owner: { name: 'Person 1' } }]);
  // The session's token has changed with the account.
  sam = { ...sam, cookie };
  const back = await own.as(sam, { method: 'DELETE', url: '/api/accounts/act-as' });
  sam = { ...sam, cookie: String(back.headers['set-cookie']).split(';', 1)[0] ?? '' };
});

test('nobody else sees the queue, by a call or by a statement, and a super admin changes no other account’s rows from outside it', async () => {
  const id = await raise(bea, 'hidden');
  for (const person of [ann, bea]) expect((await queue(person)).statusCode).toBe(403);
  const asPerson = (person: Person, statement: string) =>
    inTenant(own.database, person, async ({ db }) => (await sql.raw<{ id: number }>(statement).execute(db)).rows.map((row) => row.id));
  const seen = `select id from support_tickets where id = ${id}`;
  expect([await asPerson(ann, seen), await asPerson(bea, seen), await asPerson(sam, seen)]).toEqual([[], [id], [id]]);
  expect(await asPerson(sam, `update support_tickets set status = 'closed' where id = ${id} returning id`)).toEqual([]);
  expect(await asPerson(sam, `delete from support_tickets where id = ${id} returning id`)).toEqual([]);
  await write(bea, id, '<p>Words</p>');
  expect(await asPerson(sam, `select id from support_messages where ticket_id = ${id}`)).toEqual([]);
});

test('an account admin reaches the tickets of the own account alone, whoever the person is', async () => {
  const id = await raise(bea, 'not for everyone');
  await expect(reading(own.database, sam, (tenant) => accountOfTicket(tenant, 'account_admin', id))).rejects.toThrow(
    'This ticket does not exist.',
  );
});
