import { beforeAll, describe, expect, test } from 'vitest';
import { testEngine } from '../../../test/shop/engine.ts';
import { addConnection, addOrder } from '../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { mailMessage } from './mail/mail.ts';

const own = testWeb();
let ann: Person;
let bea: Person;
let stranger: Person;
let count = 0;

beforeAll(async () => {
  const accountId = await own.account('Northwind');
  [ann, bea] = [await own.person(accountId), await own.person(accountId)];
  stranger = await own.person(await own.account('Elsewhere'), 'account_admin');
});

/** Others of the same account: each may write but so much within a minute. */
const others = async () => {
  [ann, bea] = [await own.person(ann.accountId), await own.person(ann.accountId)];
};

const request = { subject_1: 'Shipping', subject_2: 'Parcels are late', description: 'Since Monday.' };
const send = (person: Person, payload: object) => own.as(person, { method: 'POST', url: '/support', payload });
let keys = 0;
const newKey = () => `of a form ${++keys}`;
const raised = async (more: object = {}, person = ann): Promise<number> =>
  (await send(person, { ...request, key: newKey(), ...more })).json().id;
const read = async (id: number, person = ann) => (await own.as(person, { url: `/support-tickets/${id}` })).json();
const post = (url: string, person: Person, payload: object = {}) =>
  own.as(person, { method: 'POST', url: `/support-tickets/${url}`, payload });
const write = (id: number, body: string, person = ann, more: object = {}) => post(`${id}/messages`, person, { body, ...more });
const written = async (id: number, body = '<p>Hello</p>', person = ann): Promise<number> =>
  (await write(id, body, person, { key: newKey() })).json().id;
const edit = (id: number, messageId: number, person = ann, body = '<p>Changed</p>') =>
  own.as(person, { method: 'PATCH', url: `/support-tickets/${id}/messages/${messageId}`, payload: { body } });
const remove = (id: number, messageId: number, person = ann) =>
  own.as(person, { method: 'DELETE', url: `/support-tickets/${id}/messages/${messageId}` });
const list = async (person: Person, query = '') => (await own.as(person, { url: `/support-tickets?${query}` })).json();
const auditOf = (noun: string, id: number) =>
  own.sql<{ user_id: number; verb: string; changes: object }>(
    'select user_id::int, verb, changes from audit_entries where noun = $1 and record_id = $2 order by id',
    [noun, id],
  );

describe('a request', () => {
  test('becomes a ticket in the queue of its department, and is written down', async () => {
    const reply = await send(ann, request);
    expect([reply.statusCode, reply.json()]).toEqual([201, { id: expect.any(Number), message: 'The ticket was created.' }]);
    const { id } = reply.json();
    expect(await read(id)).toEqual({
      ...{ id, status: 'open', status_label: { label: 'primary', humanReadable: 'Open' } },
      user: { name: 'Person 1', account_name: 'Northwind' },
      ...{ ...request, item_id: null, item: null },
      department: { id: expect.any(Number), name: 'Orders' },
      ...{ created_at: expect.any(String), waiting_since: expect.any(String), messages: [], has_older: false, pending: [] },
    });
    expect(await auditOf('support ticket', id)).toMatchObject([{ user_id: ann.userId, verb: 'created' }]);
  });

  test('from a form without JavaScript leads to its ticket; one that is refused says why beside each field', async () => {
    const form = (fields: Record<string, string>) =>
      own.as(ann, {
        method: 'POST',
        url: '/support',
        headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'text/html', 'x-requested-with': '' },
        payload: new URLSearchParams(fields).toString(),
      });
    const reply = await form({ ...request, key: 'a-form-of-ann', item_type: '', item_id: '' });
    expect([reply.statusCode, reply.headers.location]).toEqual([303, expect.stringMatching(/^\/support-tickets\/\d+$/)]);
    expect((await form({ ...request, key: 'a-form-of-ann' })).headers.location).toBe(reply.headers.location);
    const refused = await form({ subject_1: 'Gossip', subject_2: ' ', description: '' });
    expect([refused.statusCode, refused.json()]).toEqual([
      422,
      { subject_1: ['Choose a topic.'], subject_2: ['Write a subject.'], description: ['Describe what you need.'] },
    ]);
  });

  test('sent twice within a minute is one ticket, with or without a form', async () => {
    const late = { ...request, subject_2: 'Sent twice' };
    const replies = await Promise.all([1, 2, 3].map(() => send(ann, late)));
    expect(new Set(replies.map(({ body }) => body))).toHaveProperty('size', 1);
    expect((await send(bea, late)).json().id).not.toBe(replies[0]?.json().id);
    await own.sql(`update recent_requests set at = date_subtract(at, interval '61 seconds', 'UTC')`);
    expect((await send(ann, late)).json().id).not.toBe(replies[0]?.json().id);
  });

  test('takes a form only where one is declared, and none from another site', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const payload = new URLSearchParams(request).toString();
    expect((await own.as(ann, { method: 'POST', url: '/api/departments', headers, payload })).statusCode).toBe(403);
    expect((await own.as(stranger, { method: 'POST', url: '/api/departments', headers, payload })).statusCode).toBe(415);
    const foreign = { ...headers, 'sec-fetch-site': 'cross-site' };
    expect((await own.as(ann, { method: 'POST', url: '/support', headers: foreign, payload })).statusCode).toBe(403);
  });

  test('has a subject of one line, whatever was typed', async () => {
    expect((await read(await raised({ subject_2: 'Late\r\nBcc: everyone@example.com\n\n twice' }))).subject_2).toBe(
      'Late Bcc: everyone@example.com twice',
    );
  });

  test('about a record shows it, and only one of the account', async () => {
    const orderId = await addOrder(own, ann.accountId, await addConnection(own, ann.accountId));
    const id = await raised({ item_type: 'order', item_id: orderId });
    expect(await read(id)).toMatchObject({
      item_id: orderId,
      item: { type: 'order', id: orderId, name: `SO-${orderId}`, address: `/orders/${orderId}` },
    });
    const foreign = await send(stranger, { ...request, item_type: 'order', item_id: orderId });
    expect([foreign.statusCode, foreign.json().errorMessage]).toEqual([404, 'This order does not exist.']);
    expect((await send(ann, { ...request, item_id: orderId })).statusCode).toBe(422);
  });
});

describe('a message', () => {
  test('is created, listed, edited and deleted by its owner', async () => {
    const id = await raised();
    const reply = await write(id, '<p>Where <b>is</b> it?</p><script>attacked()</script>');
    expect([reply.statusCode, reply.json()]).toEqual([201, { message: 'Message has been created', id: expect.any(Number) }]);
    const messageId = reply.json().id;
    const path = `/support-tickets/${id}/messages/${messageId}`;
    const messages = async () => (await own.as(bea, { url: `/support-tickets/${id}/messages` })).json();
    expect(await messages()).toEqual([
      {
        ...{ id: messageId, body: '<p>Where <strong>is</strong> it?</p>', path, created_at: expect.any(String), edited_at: null },
        ...{ not_mailed: null, mailable: false },
        ...{ owner: { name: 'Person 1' }, ticket_closed: false, changeable: false, files: [] },
      },
    ]);
    expect((await edit(id, messageId)).json()).toEqual({ message: 'Message has been updated', body: '<p>Changed</p>' });
    expect(await messages()).toMatchObject([{ body: '<p>Changed</p>', edited_at: expect.any(String) }]);
    expect((await remove(id, messageId)).json()).toEqual({ message: 'Message has been deleted' });
    expect(await messages()).toEqual([]);
    // The audit is read by people, in a list and in a file: it has the words without their markup.
    const [was, now] = ['Where is it?', 'Changed'];
    expect(await auditOf('support message', messageId)).toMatchObject([
      { verb: 'created', changes: { body: { to: was } } },
      { verb: 'changed', changes: { body: { from: was, to: now } } },
      { verb: 'deleted', changes: { body: { from: now } } },
    ]);
  });

  test.each(['', '<p></p>', '<p> <br>&nbsp;</p>', '<img src=x onerror=attacked()>'])('%j says nothing, and is refused', async (body) => {
    const id = await raised();
    const reply = await write(id, body);
    expect([reply.statusCode, reply.json()]).toEqual([422, { body: ['Write a message, or attach a file.'] }]);
    expect((await edit(id, await written(id), ann, body)).statusCode).toBe(422);
  });

  test('sent twice, also at once, is one message', async () => {
    const id = await raised();
    const key = 'typed-once-by-ann';
    const replies = await Promise.all([1, 2, 3].map(() => write(id, '<p>Once</p>', ann, { key })));
    expect(new Set(replies.map((reply) => reply.body)).size).toBe(1);
    expect((await read(id)).messages).toHaveLength(1);
    // Somebody else's key is their own.
    expect((await write(id, '<p>Hers</p>', bea, { key })).statusCode).toBe(409);
  });

  test('sent twice without a key is one message within a minute, until somebody writes another', async () => {
    const id = await raised();
    const once = () => write(id, '<p>Once</p>');
    const replies = await Promise.all([once(), once(), once()]);
    expect(new Set(replies.map(({ body }) => body))).toHaveProperty('size', 1);
    await write(id, '<p>Once</p>', bea);
    await once();
    await own.sql(`update recent_requests set at = date_subtract(at, interval '61 seconds', 'UTC')`);
    await once();
    expect((await read(id)).messages).toHaveLength(4);
  });

  test('is not changed by a tab that shows it as it was before another change', async () => {
    const id = await raised();
    const messageId = await written(id, '<p>As it was</p>');
    const from = (was: string, body: string) =>
      own.as(ann, { method: 'PATCH', url: `/support-tickets/${id}/messages/${messageId}`, payload: { body, was } });
    const first = await from('<p>As it was</p>', '<p>By <u>one</u> tab</p>');
    expect([first.statusCode, first.json().body]).toEqual([200, '<p>By one tab</p>']);
    const late = await from('<p>As it was</p>', '<p>By the other</p>');
    expect([late.statusCode, late.json()]).toEqual([
      409,
      {
        code: 'changed_meanwhile',
        errorMessage: 'You changed this message in another tab. Copy what you wrote, then Cancel shows it as it is now.',
      },
    ]);
    expect((await read(id)).messages).toMatchObject([{ body: '<p>By one tab</p>' }]);
  });

  test('is changed by nobody but its owner, and to another account it does not exist', async () => {
    const id = await raised();
    const messageId = await written(id);
    for (const reply of [await edit(id, messageId, bea), await remove(id, messageId, bea)])
      expect([reply.statusCode, reply.json().errorMessage]).toEqual([403, 'Only the person who wrote a message can edit or delete it.']);
    const other = await raised();
    for (const reply of [await edit(id, messageId, stranger), await remove(id, messageId, stranger), await edit(other, messageId)])
      expect(reply.statusCode).toBe(404);
    expect((await read(id)).messages).toMatchObject([{ body: '<p>Hello</p>', changeable: true }]);
  });
});

describe('a closed ticket', () => {
  test('takes no message and no change of one, until it is re-opened', async () => {
    const id = await raised();
    const messageId = await written(id);
    const closed = await post(`${id}/close`, bea);
    const label = { label: 'default', humanReadable: 'Closed' };
    expect([closed.statusCode, closed.json()]).toEqual([200, { message: 'Ticket has been updated', status_label: label }]);
    expect((await post(`${id}/close`, bea)).statusCode).toBe(200);
    for (const reply of [await write(id, '<p>More</p>'), await edit(id, messageId), await remove(id, messageId)])
      expect([reply.statusCode, reply.json().errorMessage]).toEqual([409, 'Ticket is closed. No more messages are allowed']);
    expect(await read(id)).toMatchObject({
      status_label: label,
      waiting_since: null,
      messages: [{ ticket_closed: true, changeable: false }],
    });
    expect((await post(`${id}/reopen`, ann)).json()).toMatchObject({ status_label: { humanReadable: 'Open' } });
    expect((await write(id, '<p>More</p>')).statusCode).toBe(201);
    expect((await auditOf('support ticket', id)).map(({ changes }) => changes)).toMatchObject([
      {},
      { status: { from: 'open', to: 'closed' } },
      { status: { from: 'closed', to: 'open' } },
    ]);
  });
});

describe('a list', () => {
  test('shows who waits, what is open, mine, of a department, and what words find', async () => {
    const cleo = await own.person(ann.accountId);
    const [id, other] = [await raised({ subject_2: 'A rare subject' }, cleo), await raised({ subject_1: 'Something else' }, bea)];
    await post(`${other}/close`, bea);
    const ids = async (query: string) => (await list(cleo, query)).data.map((ticket: { id: number }) => ticket.id);
    expect(await ids('mine=yes')).toEqual([id]);
    expect(await ids('search=rare%20subj')).toEqual([id]);
    expect(await ids('')).not.toContain(other);
    expect(await ids('status=closed')).toContain(other);
    const { department } = await read(other);
    expect(await ids(`status=all&department=${department.id}`)).toContain(other);
    expect(await ids(`status=all&department=${department.id}`)).not.toContain(id);
    expect((await list(stranger, 'status=all')).data).toEqual([]);
  });

  test('a ticket is unread until it is read, and again when somebody else writes', async () => {
    const id = await raised();
    const unread = async (person: Person) => (await list(person)).data.find((ticket: { id: number }) => ticket.id === id).unread;
    await written(id, '<p>We look.</p>', bea);
    expect([await unread(ann), await unread(bea)]).toEqual([true, false]);
    await written(id, '<p>And?</p>');
    expect([await unread(ann), await unread(bea)]).toEqual([false, true]);
    await post(`${id}/read`, bea);
    expect(await unread(bea)).toBe(false);
    await written(id, '<p>Soon.</p>', bea);
    expect([await unread(ann), await unread(bea)]).toEqual([true, false]);
  });

  test('the requester waits from their first word without a reply, and no longer when the reply is there', async () => {
    const id = await raised();
    const waits = async () => (await read(id)).waiting_since;
    const { created_at } = await read(id);
    expect(await waits()).toBe(created_at);
    await written(id, '<p>Hello?</p>');
    expect(await waits()).toBe(created_at);
    const reply = await written(id, '<p>Yes.</p>', bea);
    expect(await waits()).toBeNull();
    await remove(id, reply, bea);
    expect(await waits()).toBe(created_at);
  });

  test('a ticket is moved to another department of the account', async () => {
    const id = await raised();
    const move = (person: Person, department_id: number | null) =>
      own.as(person, { method: 'PATCH', url: `/support-tickets/${id}`, payload: { department_id } });
    const [row] = await own.sql<{ id: string }>("select id from departments where account_id = $1 and name = 'Support'", [ann.accountId]);
    expect((await move(bea, Number(row?.id))).json()).toEqual({ message: 'Ticket has been updated' });
    expect((await read(id)).department.name).toBe('Support');
    const [foreign] = await own.sql<{ id: string }>('select id from departments where account_id = $1', [stranger.accountId]);
    expect((await move(bea, Number(foreign?.id))).statusCode).toBe(422);
    expect((await move(stranger, null)).statusCode).toBe(404);
    expect((await move(bea, null)).statusCode).toBe(200);
  });
});

test('a reply reaches the requester by mail, once; what they write themselves does not', async () => {
  count += 1;
  const id = await raised({ subject_2: `Number ${count}` });
  const { runJobs, mails } = await testEngine(own, null);
  await written(id, '<p>My own words</p>');
  await written(id, '<p>It left <strong>today</strong>: <a href="https://example.com/t/1">here</a></p>', bea);
  await remove(id, await written(id, '<p>Deleted at once</p>', bea), bea);
  await runJobs();
  const text = `Person 2 wrote:\n\nIt left today: here (https://example.com/t/1)\n\nTo reply, open the ticket: http://crossdock.test/support-tickets/${id}`;
  expect(mails).toEqual([{ to: ann.email, subject: `Shipping: Number ${count}`, text, messageId: expect.stringContaining('<reply.') }]);
  const bell = await own.sql('select kind, path from notifications where user_id = $1 and path = $2', [
    ann.userId,
    `/support-tickets/${id}`,
  ]);
  expect(bell).toContainEqual({ kind: 'ticket_answered', path: `/support-tickets/${id}` });
});

test('who wants no mail of replies gets none', async () => {
  const mail = (wanted: boolean) =>
    own.as(ann, { method: 'PUT', url: '/api/notifications/mine/ticket_answered', payload: { mail: wanted } });
  await mail(false);
  const { runJobs, mails } = await testEngine(own, null);
  await written(await raised(), '<p>It left</p>', bea);
  await runJobs();
  await mail(true);
  expect(mails).toEqual([]);
});

test('every call refuses a ticket of another account', async () => {
  const id = await raised();
  for (const url of [`${id}`, `${id}/messages`]) expect((await own.as(stranger, { url: `/support-tickets/${url}` })).statusCode).toBe(404);
  for (const url of [`${id}/messages`, `${id}/close`, `${id}/reopen`, `${id}/read`])
    expect((await post(url, stranger, { body: '<p>x</p>' })).statusCode, url).toBe(404);
});

test('while nothing leaves, a reply is not mailed; then it is, once', async () => {
  await others();
  const id = await raised();
  const { runJobs, passTime, mails } = await testEngine(own, null);
  await own.sql(`update installation set stopped = 'copy'`);
  await written(id, '<p>It left</p>', bea);
  await runJobs();
  expect(mails).toEqual([]);
  await own.sql('update installation set stopped = null');
  for (const _time of ['once', 'twice']) {
    await passTime();
    await runJobs();
  }
  expect(mails).toMatchObject([{ to: ann.email }]);
});

test('a reply that the mail server refuses says why, until it is mailed, and is tried again unless that is for good', async () => {
  await others();
  const { mails, runJobs, ...engine } = await testEngine(own, null);
  // It recognises the database, and mails what others wrote.
  await runJobs();
  mails.length = 0;
  const replied = async () => {
    const ticket = await raised();
    return { ticket, message: await written(ticket, '<p>It left</p>', bea) };
  };
  const refusing = (refusal: object) => ({ ...engine, post: async () => Promise.reject(Object.assign(new Error('refused'), refusal)) });
  const shown = async (ticket: number) =>
    (await own.as(bea, { url: `/support-tickets/${ticket}/messages` })).json().map((each: { not_mailed: unknown }) => each.not_mailed);
  const [later, never] = [await replied(), await replied()];
  await expect(mailMessage(refusing({ command: 'CONN' }), ann.accountId, later.message)).rejects.toThrow('refused');
  expect(await shown(later.ticket)).toEqual([expect.stringContaining('mail server')]);
  const gone = { command: 'RCPT TO', responseCode: 550, response: '550 5.1.1 No such user' };
  await mailMessage(refusing(gone), ann.accountId, never.message);
  expect(await shown(never.ticket)).toEqual(['550 5.1.1 No such user']);
  await mailMessage(engine, ann.accountId, later.message);
  expect([await shown(later.ticket), mails.map(({ to }) => to)]).toEqual([[null], [ann.email]]);
  expect(mails[0]?.messageId).toContain(`<reply.${ann.accountId}.${later.message}.`);
});

test('nobody writes to tickets without end', async () => {
  const hasty = await own.person(await own.account('Hasty'));
  const id = await raised({}, hasty);
  const written = await Promise.all(Array.from({ length: 80 }, (_, at) => write(id, `<p>${at}</p>`, hasty, { key: newKey() })));
  const refused = written.filter(({ statusCode }) => statusCode !== 201);
  expect(refused.length).toBeGreaterThan(0);
  expect([refused[0]?.statusCode, refused[0]?.json()]).toEqual([
    ...[429, { errorMessage: 'You have written much to tickets within a minute. Try again in a moment.', code: 'too_many_requests' }],
  ]);
});
