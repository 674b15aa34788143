import { expect, test } from 'vitest';
import { keyOf, use } from '../../../../test/keys.ts';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();

test('a ticket is read with its messages, and never with the notes that the support team wrote', async () => {
  const { admin, key } = await keyOf(own, 'Own', { scopes: ['read_tickets'] });
  const payload = { subject_1: 'Orders', subject_2: 'Where is SO-1?', description: 'It was to leave yesterday.' };
  const { id } = (await own.as(admin, { method: 'POST', url: '/support', payload })).json();
  await own.as(admin, { method: 'POST', url: `/support-tickets/${id}/messages`, payload: { body: '<p>And SO-2?</p>' } });
  await own.sql(`insert into support_notes (account_id, ticket_id, user_id, body) values ($1, $2, $3, '<p>A difficult customer</p>')`, [
    admin.accountId,
    id,
    admin.userId,
  ]);
  const get = (url: string) => use(own, key, { url });
  const listed = await get('/v1/tickets');
  expect(listed.json().data).toMatchObject([{ id, topic: 'Orders', subject: 'Where is SO-1?', status: 'open', about: null }]);
  expect((await get('/v1/tickets?status=closed')).json().data).toEqual([]);
  const one = await get(`/v1/tickets/${id}`);
  expect(one.json()).toMatchObject({ description: payload.description, messages: [{ body: '<p>And SO-2?</p>', files: [] }] });
  expect(`${listed.body}${one.body}`).not.toContain('difficult');
  await own.as(admin, { method: 'PATCH', url: `/api/tagged-records/ticket/${id}`, payload: { add: ['Urgent'] } });
  const [{ id: tag, name }] = (await get('/v1/tags')).json().data;
  expect((await get(`/v1/tickets?tag_id=${tag}&search=so-1`)).json().data).toMatchObject([{ id, tags: [name] }]);
  expect((await get(`/v1/tickets?tag_id=${tag + 1}`)).json().data).toEqual([]);
  expect((await get('/v1/tickets?search=so-9')).json().data).toEqual([]);
  const other = await keyOf(own, 'Other', { scopes: ['read_tickets'] });
  expect((await use(own, other.key, { url: `/v1/tickets/${id}` })).statusCode).toBe(404);
});
