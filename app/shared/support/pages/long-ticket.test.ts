import { expect, test } from 'vitest';
import { testWeb } from '../../../../test/web.ts';

const own = testWeb();

test('a message that is longer than it was typed, because it was cleaned, can be changed', async () => {
  const ann = await own.person(await own.account());
  const send = async (method: 'POST' | 'PATCH', url: string, payload: object) => (await own.as(ann, { method, url, payload })).json();
  const { id } = await send('POST', '/support', { subject_1: 'Orders', subject_2: 'Signs', description: 'Many of them.' });
  const path = `/support-tickets/${id}/messages`;
  await send('POST', path, { body: `<p>${'& '.repeat(49_000)}</p>` });
  const [message] = (await own.as(ann, { url: path })).json();
  expect(message.body.length).toBeGreaterThan(100_000);
  const changed = await send('PATCH', `${path}/${message.id}`, { body: '<p>Fewer.</p>', was: message.body });
  expect(changed).toEqual({ message: 'Message has been updated', body: '<p>Fewer.</p>' });
});

test('of a ticket with very long messages those that are newest are read, and the others before them', async () => {
  const ann = await own.person(await own.account());
  const payload = { subject_1: 'Orders', subject_2: 'Parcels are late', description: 'Since Monday.' };
  const { id } = (await own.as(ann, { method: 'POST', url: '/support', payload })).json();
  const rows = await own.sql<{ id: string }>(
    `insert into support_messages (account_id, ticket_id, user_id, body)
     select $1::bigint, $2::bigint, $3::bigint, repeat('x', 99000) from generate_series(1, 30) returning id`,
    [ann.accountId, id, ann.userId],
  );
  const ids = rows.map((row) => Number(row.id)).toSorted((one, other) => one - other);
  const messages = (await own.as(ann, { url: `/support-tickets/${id}/messages` })).json();
  expect(messages.map((message: { id: number }) => message.id)).toEqual(ids.slice(-20));
  const page = async (query = '') => {
    const ticket = (await own.as(ann, { url: `/support-tickets/${id}${query}` })).json();
    return [ticket.messages.map((message: { id: number }) => message.id), ticket.has_older];
  };
  expect(await page()).toEqual([ids.slice(-20), true]);
  expect(await page(`?before=${ids.at(-20)}`)).toEqual([ids.slice(0, 10), false]);
});
