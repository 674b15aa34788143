import { sql } from 'kysely';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../../platform/tenant.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { withTime } from '../../../test/with-time.ts';
import type { ShownMessage } from './contract.ts';
import { dueAt, stageOf } from './message.ts';
import { messagesFor } from './queries.ts';
import { readTypedDate, writeTypedDate } from './typed-date.ts';

const own = testWeb();
const path = '/settings/super/portal-messages';
let sam: Person;
let ann: Person;
let bea: Person;

beforeAll(async () => {
  sam = await own.person(await own.account('Portal', 'Europe/London'), 'super');
  ann = await own.person(await own.account('A'), 'account_admin');
  bea = await own.person(await own.account('B'));
});
afterEach(() => own.sql('delete from portal_messages'));

const message = { body: 'No pick-up on Friday.', level: 'warning', start_date: '07/01/2026 09:00', end_date: '07/01/2099 18:30' };
const write = (payload: object, person: Person = sam) => own.as(person, { method: 'POST', url: path, payload });
const seenBy = (person: Person) => inTenant(own.database, person, messagesFor);
const shown = async (person: Person) => (await seenBy(person)).map(({ body }) => body);

test('a super admin writes a message in the zone of the account, and everyone of every account sees it', async () => {
  const reply = await write(message);
  const savedMessage = {
    ...{ id: expect.any(Number), body: 'No pick-up on Friday.', level: 'warning' },
    ...{ start_date: '2026-07-01T08:00:00.000Z', end_date: '2099-07-01T17:30:00.000Z' },
    ...{ startDateFormatted: '07/01/2026 09:00', endDateFormatted: '07/01/2099 18:30' },
  };
  expect([reply.statusCode, reply.json()]).toEqual([200, { savedMessage, message: 'The message was saved.' }]);
  const list = await own.as(sam, { url: path, headers: { accept: 'application/json' } });
  expect(list.json()).toEqual({ portalMessages: [savedMessage], timezone: 'Europe/London' });
  expect([await shown(ann), await shown(bea)]).toEqual([[message.body], [message.body]]);
});

test('the same message sent again within a minute is one, and can be written anew once it was changed or deleted', async () => {
  const replies = await Promise.all([1, 2, 3].map(() => write(message)));
  expect(new Set(replies.map((reply) => reply.json().savedMessage.id))).toHaveProperty('size', 1);
  const id = replies[0]?.json().savedMessage.id;
  await own.as(sam, { method: 'PUT', url: `${path}/${id}`, payload: { ...message, level: 'info' } });
  expect((await write(message)).json().savedMessage.id).not.toBe(id);
  expect(await shown(ann)).toHaveLength(2);
});

test('a change that began before another is refused, and says what the message is now', async () => {
  const { id } = (await write(message)).json().savedMessage;
  const change = (typed: object) => own.as(sam, { method: 'PUT', url: `${path}/${id}`, payload: { ...message, ...typed } });
  expect((await change({ body: 'On Saturday.', was: message })).statusCode).toBe(200);
  const late = await change({ level: 'danger', was: message });
  expect([late.statusCode, late.json()]).toEqual([
    409,
    {
      errorMessage: withTime(
        'You changed this message on …: “On Saturday.”, warning, from 07/01/2026 09:00 to 07/01/2099 18:30. Look at it again before you save.',
      ),
      code: 'changed_meanwhile',
    },
  ]);
  expect(await shown(ann)).toEqual(['On Saturday.']);
  expect((await change({ level: 'danger' })).statusCode).toBe(200);
});

test('each field is needed, and the save says so in the sentence of the specification', async () => {
  const sentence = 'Message, level, start date and end date fields cannot be empty';
  for (const field of Object.keys(message)) {
    const reply = await write({ ...message, [field]: '' });
    expect([reply.statusCode, reply.json()], field).toEqual([422, { [field]: [sentence], errorMessage: sentence }]);
  }
  expect((await write({})).json()).toMatchObject({ errorMessage: sentence, body: [sentence], end_date: [sentence] });
});

test.each([
  ['no level of the four', { level: 'fatal' }, 'level'],
  ['a date that is none', { start_date: '02/30/2026 09:00' }, 'start_date'],
  ['a time that is none', { end_date: '07/01/2099 24:61' }, 'end_date'],
  ['half a date', { start_date: '07/__/2026 09:00' }, 'start_date'],
  ['an end before the start', { end_date: '06/30/2026 09:00' }, 'end_date'],
  ['an end that has passed', { start_date: '07/01/0026 09:00', end_date: '07/01/0027 09:00' }, 'end_date'],
  ['a year beyond all calendars', { end_date: '+999999-01-01T00:00:00Z' }, 'end_date'],
])('%s is refused beside its field', async (_, change, field) => {
  const reply = await write({ ...message, ...change });
  expect([reply.statusCode, Object.keys(reply.json())]).toEqual([422, expect.arrayContaining([field])]);
  expect(await shown(ann)).toEqual([]);
});

test('a message is changed and deleted, and each is written down', async () => {
  const { id } = (await write(message)).json().savedMessage;
  const changed = await own.as(sam, { method: 'PUT', url: `${path}/${id}`, payload: { ...message, body: 'Pick-up at 17:00.' } });
  expect(changed.json()).toMatchObject({ savedMessage: { id, body: 'Pick-up at 17:00.' }, message: 'The message was saved.' });
  const remove = () => own.as(sam, { method: 'DELETE', url: `${path}/${id}` });
  expect((await remove()).json()).toEqual({ message: 'The message was deleted.' });
  expect([(await remove()).statusCode, await shown(ann)]).toEqual([404, []]);
  const audit = await own.sql(
    `select verb, changes->'body' as body from audit_entries where noun = 'portal message' and record_id = $1 order by id`,
    [id],
  );
  expect(audit.map(({ verb }) => verb)).toEqual(['created', 'changed', 'deleted']);
  expect(audit[1]?.body).toEqual({ from: message.body, to: 'Pick-up at 17:00.' });
});

test('who dismisses a message does not see it again, not even when it is changed; the others do', async () => {
  const { id } = (await write(message)).json().savedMessage;
  const dismiss = () => own.as(ann, { method: 'POST', url: `/api/portal-messages/${id}/dismiss` });
  expect([(await dismiss()).statusCode, (await dismiss()).statusCode]).toEqual([204, 204]);
  await own.as(sam, { method: 'PUT', url: `${path}/${id}`, payload: { ...message, level: 'danger' } });
  expect([await shown(ann), await shown(bea)]).toEqual([[], [message.body]]);
  expect((await own.as(ann, { method: 'POST', url: '/api/portal-messages/999999/dismiss' })).statusCode).toBe(404);
});

test('nobody else may, by a call or by a statement of their own', async () => {
  const { id } = (await write(message)).json().savedMessage;
  for (const person of [ann, bea]) {
    expect((await own.as(person, { url: path, headers: { accept: 'application/json' } })).statusCode).toBe(403);
    expect((await write(message, person)).statusCode).toBe(403);
    expect((await own.as(person, { method: 'DELETE', url: `${path}/${id}` })).statusCode).toBe(403);
  }
  const asAnn = (statement: string) => inTenant(own.database, ann, ({ db }) => sql.raw(statement).execute(db));
  const values = `values ('free goods', 'info', now(), now() + interval '1 day')`;
  await expect(asAnn(`insert into portal_messages (body, level, start_date, end_date) ${values}`)).rejects.toThrow('row-level security');
  await asAnn(`update portal_messages set body = 'free goods'`);
  await asAnn('delete from portal_messages');
  expect(await shown(bea)).toEqual([message.body]);
  await expect(asAnn(`insert into portal_message_dismissals (user_id, message_id) values (${bea.userId}, ${id})`)).rejects.toThrow(
    'row-level security',
  );
});

const at = (from: string, to: string, level: ShownMessage['level'] = 'info') => ({
  id: 1,
  body: 'x',
  level,
  start_date: from,
  end_date: to,
});

test('a message is due from its start until its end, the most urgent first', () => {
  const messages = [at('2026-01-01', '2026-02-01'), at('2026-01-01', '2026-02-01', 'danger'), at('2026-01-02', '2026-02-01', 'warning')];
  const levels = (now: string) => dueAt(messages, Date.parse(now)).map(({ level }) => level);
  expect(levels('2025-12-31T23:59:59Z')).toEqual([]);
  expect(levels('2026-01-01T00:00:00Z')).toEqual(['danger', 'info']);
  expect(levels('2026-01-02T00:00:00Z')).toEqual(['danger', 'warning', 'info']);
  expect(levels('2026-02-01T00:00:00Z')).toEqual([]);
  const stages = ['2025-01-01', '2026-01-15', '2026-03-01'].map((now) => stageOf(at('2026-01-01', '2026-02-01'), Date.parse(now)));
  expect(stages).toEqual(['Planned', 'Shown now', 'Ended']);
});

test.each([
  ['11/24/2026 09:30', 'America/New_York', '2026-11-24T14:30:00.000Z'],
  // The hour that comes twice is the first one, the one that is left out is an hour later.
  ['11/01/2026 01:30', 'America/New_York', '2026-11-01T05:30:00.000Z'],
  ['03/08/2026 02:30', 'America/New_York', '2026-03-08T07:30:00.000Z'],
  ['2026-11-24T09:30:00+01:00', 'America/New_York', '2026-11-24T08:30:00.000Z'],
])('%s in %s is %s', (typed, zone, instant) => expect(readTypedDate(typed, zone)?.toISOString()).toBe(instant));

test('what is written can be read again', () => {
  const instant = new Date('2026-03-04T05:06:00Z');
  for (const zone of ['UTC', 'Asia/Kathmandu', 'America/St_Johns'])
    expect(readTypedDate(writeTypedDate(instant, zone), zone)).toEqual(instant);
});
