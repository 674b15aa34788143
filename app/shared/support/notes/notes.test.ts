import { beforeAll, expect, test } from 'vitest';
import { inTenant, withoutPerson } from '../../../../platform/tenant.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { mailMessage } from '../mail/mail.ts';
import { listNotes } from './notes.ts';

const own = testWeb();
const secret = 'this-customer-is-always-late';
let ann: Person;
let chief: Person;
let stranger: Person;
let sam: Person;
let kim: Person;

beforeAll(async () => {
  const accountId = await own.account('Northwind');
  [ann, chief] = [await own.person(accountId), await own.person(accountId, 'account_admin')];
  stranger = await own.person(await own.account('Elsewhere'), 'account_admin');
  const portal = await own.account('Portal');
  [sam, kim] = [await own.person(portal, 'super'), await own.person(portal, 'super')];
});

let forms = 0;
const raised = async (person = ann): Promise<number> => {
  const payload = { subject_1: 'Shipping', subject_2: 'Late', description: 'Since Monday.', key: `notes form ${++forms}` };
  return (await own.as(person, { method: 'POST', url: '/support', payload })).json().id;
};
const add = (id: number, person: Person, body = secret) =>
  own.as(person, { method: 'POST', url: `/support-tickets/${id}/notes`, payload: { body } });
const noted = async (id: number, person = sam): Promise<number> => (await add(id, person)).json().id;
const read = async (id: number, person: Person) => (await own.as(person, { url: `/support-tickets/${id}` })).json();
const remove = (id: number, note: number, person: Person) =>
  own.as(person, { method: 'DELETE', url: `/support-tickets/${id}/notes/${note}` });
const stateOf = (id: number) =>
  own.sql('select last_message_at, last_message_by, waiting_since, status from support_tickets where id = $1', [id]);

test('super admins write notes that other super admins see, and delete their own', async () => {
  const id = await raised();
  const note = await noted(id);
  expect((await read(id, kim)).notes).toEqual([
    { id: note, body: secret, created_at: expect.any(String), owner: { name: expect.any(String) }, deletable: false },
  ]);
  expect((await own.as(sam, { url: `/support-tickets/${id}/notes` })).json()).toMatchObject([{ id: note, deletable: true }]);
  expect((await remove(id, note, kim)).statusCode).toBe(403);
  expect((await remove(id, note, sam)).statusCode).toBe(200);
  expect((await read(id, sam)).notes).toEqual([]);
  expect((await add(id, sam, '  \n')).json()).toEqual({ body: ['Write a note.'] });
});

test('a note changes nothing that the account sees: who waits, what is unread, its audit, its bell, its mail', async () => {
  const id = await raised();
  const seen = async () => [
    await stateOf(id),
    await own.sql('select count(*) from audit_entries where account_id = $1', [ann.accountId]),
    await own.sql('select count(*) from notifications where user_id = any($1)', [[ann.userId, chief.userId]]),
    await own.sql('select task_identifier from graphile_worker.jobs where task_identifier = $1', ['support:mail']),
    await read(id, ann),
    await read(id, chief),
    (await own.as(ann, { url: '/support-tickets' })).body,
  ];
  const before = await seen();
  const note = await noted(id);
  expect(await seen()).toEqual(before);
  // Nor does the job that mails messages, told a note's id, find anything to send.
  const sent: unknown[] = [];
  const mark = { cover: async () => true };
  const post = async (mail: unknown) => void sent.push(mail);
  await mailMessage({ database: own.database, post, baseUrl: '', mark } as never, ann.accountId, note);
  expect(sent).toEqual([]);
});

test('nobody of the account reads, writes or deletes a note, whatever their role and however they ask', async () => {
  const id = await raised();
  const note = await noted(id);
  for (const person of [ann, chief, stranger]) {
    expect((await own.as(person, { url: `/support-tickets/${id}/notes` })).statusCode).toBe(403);
    expect((await add(id, person, 'mine')).statusCode).toBe(403);
    expect((await remove(id, note, person)).statusCode).toBe(403);
  }
  const paths = [
    ...['', '/messages', '.data'].map((end) => `/support-tickets/${id}${end}`),
    ...['/support-tickets?status=all', `/support-tickets?search=${secret}`, `/api/search?q=${secret}`, '/api/audit', '/api/audit.csv'],
  ];
  for (const url of paths) {
    const reply = await own.as(chief, { url });
    expect(reply.body, url).not.toContain('"notes"');
    expect(reply.body.replaceAll(`search=${secret}`, ''), url).not.toContain(`"${secret}`);
  }
  expect((await own.as(chief, { url: `/support-tickets?search=${secret}` })).json().data).toEqual([]);
});

test('the database shows no note to people of the account, also where a query forgot to ask', async () => {
  const id = await raised();
  await noted(id);
  for (const { userId, accountId } of [ann, chief]) {
    expect(await inTenant(own.database, { accountId, userId }, (tenant) => listNotes(tenant, id))).toEqual([]);
  }
  expect(await withoutPerson(own.database, ann.accountId, (tenant) => listNotes(tenant, id))).toEqual([]);
});

test('a super admin who raised a ticket is its requester, and has no notes of it', async () => {
  const id = await raised(sam);
  await noted(id, kim);
  expect(await read(id, sam)).not.toHaveProperty('notes');
  expect((await own.as(sam, { url: `/support-tickets/${id}/notes` })).statusCode).toBe(404);
  expect((await add(id, sam)).statusCode).toBe(404);
});
