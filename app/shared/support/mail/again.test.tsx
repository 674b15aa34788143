import { runOnce } from 'graphile-worker';
import { beforeEach, expect, test } from 'vitest';
import { rendered } from '../../../../test/rendered.tsx';
import { testEngine } from '../../../../test/shop/engine.ts';
import { quietJobs } from '../../../../test/shop/quiet.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { mailMessage } from './mail.ts';
import { NotMailed } from './not-mailed.tsx';

const own = testWeb();
let [ann, bea]: Person[] = [];

beforeEach(async () => {
  const accountId = await own.account('Northwind');
  [ann, bea] = [await own.person(accountId), await own.person(accountId)];
});

const post = async (person: Person | undefined, url: string, payload: object = {}) =>
  own.as(person ?? null, { method: 'POST', url, payload });

/** A reply of Bea to a ticket of Ann that the mail server refused for good. */
async function refused() {
  const request = { subject_1: 'Shipping', subject_2: 'Parcels are late', description: 'Since Monday.' };
  const ticket = (await post(ann, '/support', request)).json().id;
  const message = (await post(bea, `/support-tickets/${ticket}/messages`, { body: '<p>It left</p>' })).json().id;
  const engine = await testEngine(own, null);
  // It recognises the database; what waits is mailed.
  await own.sql(`delete from graphile_worker._private_jobs`);
  await engine.runJobs();
  const gone = Object.assign(new Error('refused'), { command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 No such user' });
  await mailMessage({ ...engine, post: () => Promise.reject(gone) }, Number(ann?.accountId), message);
  return { ...engine, ticket, message, address: `/support-tickets/${ticket}/messages/${message}/mail` };
}
const shown = async (ticket: number) =>
  (await own.as(bea ?? null, { url: `/support-tickets/${ticket}/messages` }))
    .json()
    .map((each: { not_mailed: unknown }) => each.not_mailed);

test('a reply whose mail was refused for good is mailed again when a person says so, once however often they do', async () => {
  const { ticket, message, address, runJobs, mails } = await refused();
  expect(await shown(ticket)).toEqual(['550 5.1.1 No such user']);
  for (const _ of [1, 2]) {
    const reply = await post(bea, address);
    expect([reply.statusCode, reply.json()]).toEqual([200, { message: 'The message is mailed again.' }]);
  }
  await runJobs();
  expect([await shown(ticket), mails.map(({ to }) => to)]).toEqual([[null], [ann?.email]]);
  const again = await post(bea, address);
  expect([again.statusCode, again.json()]).toEqual([
    409,
    { code: 'wrong_state', errorMessage: 'This message was mailed, or is being mailed.' },
  ]);
  await runJobs();
  expect(mails).toHaveLength(1);
  const sent = `select user_id::int, record_id::int from audit_entries where account_id = $1 and verb = 'sent' and noun = 'support message'`;
  const audited = { user_id: bea?.userId, record_id: message };
  expect(await own.sql(sent, [ann?.accountId])).toEqual([audited, audited]);
});

test('nothing is mailed again of another ticket or account, nor to who has left or wants no such mails', async () => {
  const { ticket, message, address } = await refused();
  const other = (await post(ann, '/support', { subject_1: 'Orders', subject_2: 'Another', description: 'Of another.' })).json().id;
  const stranger = await own.person(await own.account('Elsewhere'), 'account_admin');
  const statuses = [
    await post(stranger, address),
    await post(bea, `/support-tickets/${other}/messages/${message}/mail`),
    await post(bea, `/support-tickets/${ticket}/messages/${message + 1_000}/mail`),
  ].map(({ statusCode }) => statusCode);
  expect(statuses).toEqual([404, 404, 404]);
  const mine = (mail: boolean) => own.as(ann ?? null, { method: 'PUT', url: '/api/notifications/mine/ticket_answered', payload: { mail } });
  const mailable = async () => (await own.as(bea ?? null, { url: `/support-tickets/${ticket}/messages` })).json()[0].mailable;
  expect(await mailable()).toBe(true);
  await mine(false);
  expect(await mailable()).toBe(false);
  const unwanted = await post(bea, address);
  expect([unwanted.statusCode, unwanted.json().errorMessage]).toEqual([
    ...[409, 'Whoever raised the ticket is no longer in the account, or wants no mails of replies.'],
  ]);
  await mine(true);
  expect(await mailable()).toBe(true);
  await own.sql('delete from members where user_id = $1', [ann?.userId]);
  expect(await mailable()).toBe(false);
  expect((await post(bea, address)).statusCode).toBe(409);
});

test('what is mailed again while its job posts it waits for that job, and reaches nobody twice', async () => {
  const { ticket, message, address, ...engine } = await refused();
  await post(bea, address);
  let posted = 0;
  const pressedAgain = async () => {
    posted += 1;
    if (posted > 1) return;
    expect((await post(bea, address)).statusCode).toBe(200);
    // A worker with room for another job looks for it in the meantime.
    await work();
  };
  const mail = () => mailMessage({ ...engine, post: pressedAgain }, Number(ann?.accountId), message);
  const quiet = { noHandleSignals: true, logger: quietJobs };
  const work = () => runOnce({ pgPool: own.queue, taskList: { 'support:mail': mail }, concurrency: 1, ...quiet });
  await work();
  await work();
  expect([await shown(ticket), posted]).toEqual([[null], 1]);
});

test('the reason is said with its message, with what mends it', () => {
  const said = { ticketId: 1, messageId: 2, name: 'the message of Bea', because: '550 5.1.1 No such user' };
  const words = rendered(<NotMailed {...said} mailable />);
  expect(words).toContain('This message was not mailed: 550 5.1.1 No such user');
  expect(words).toContain('Send again the message of Bea');
  const unwanted = rendered(<NotMailed {...said} mailable={false} />);
  expect([unwanted.includes('550 5.1.1 No such user'), unwanted.includes('Send again')]).toEqual([true, false]);
});
