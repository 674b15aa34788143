import { expect, test } from 'vitest';
import { reading } from '../../../../platform/tenant.ts';
import { type Person, testWeb } from '../../../../test/web.ts';
import { countUnread } from '../unread.ts';

const own = testWeb();

const post = (url: string, person: Person, payload: object = {}) => own.as(person, { method: 'POST', url, payload });
const raise = async (person: Person, subject_2: string): Promise<number> =>
  (await post('/support', person, { subject_1: 'Shipping', subject_2, description: 'Since Monday.' })).json().id;

test('the count beside Tickets is of those that the list calls unread: what does not concern one, or is old, is not', async () => {
  const accountId = await own.account('Northwind');
  const [asker, colleague] = [await own.person(accountId), await own.person(accountId)];
  const [id, old] = [await raise(asker, 'Late'), await raise(asker, 'Long ago')];
  for (const each of [id, old]) await post(`/support-tickets/${each}/messages`, colleague, { body: '<p>We look.</p>' });
  await own.sql(`update support_tickets set last_message_at = now() - interval '61 days' where id = $1`, [old]);
  await raise(colleague, 'Of the colleague');
  const unread = async (person: Person) => {
    const { data } = (await own.as(person, { url: '/support-tickets' })).json();
    const marked = data.filter((ticket: { unread: boolean }) => ticket.unread).map((ticket: { id: number }) => ticket.id);
    return { marked, counted: await reading(own.database, person, (tenant) => countUnread(tenant, person.role)) };
  };
  expect(await unread(asker)).toEqual({ marked: [id], counted: 1 });
  expect(await unread(colleague)).toEqual({ marked: [], counted: 0 });
  await post(`/support-tickets/${id}/read`, asker);
  expect(await unread(asker)).toEqual({ marked: [], counted: 0 });
});
