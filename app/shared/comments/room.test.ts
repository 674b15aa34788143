import { beforeAll, expect, test } from 'vitest';
import { inTenant } from '../../../platform/tenant.ts';
import { addConnection, addOrder } from '../../../test/shop/rows.ts';
import { type Person, testWeb } from '../../../test/web.ts';
import { quotaBytes } from '../files/limits.ts';
import { usedBytes } from '../files/quota.ts';

const own = testWeb();
let ann: Person;
let order = 0;

beforeAll(async () => {
  ann = await own.person(await own.account());
  order = await addOrder(own, ann.accountId, await addConnection(own, ann.accountId));
});

const send = (method: 'POST' | 'PUT' | 'PATCH', url: string, payload: object, by = ann) => own.as(by, { method, url, payload });
const comment = (body: string) => send('POST', `/api/comments/order/${order}`, { body });
const ticket = (description: string) => send('POST', '/support', { subject_1: 'Orders', subject_2: 'A subject', description });
const used = () => inTenant(own.database, ann, usedBytes);

/** Another file of the account takes its room but for so many bytes. */
const leave = async (left: number) => {
  await own.sql(`delete from files where account_id = $1`, [ann.accountId]);
  await own.sql(
    `insert into files (account_id, key, name, content_type, bytes, user_id, uploaded) values ($1, $2, 'big', 'text/plain', $3, $4, true)`,
    [ann.accountId, `${ann.accountId}/big`, quotaBytes - left - (await used()), ann.userId],
  );
};

const full =
  'Your account has used 2.00 GB of its 2.00 GB for files, comments and messages. Delete files that nobody needs, or cancel imports that wait.';

test('comments, tickets and their messages count towards the room of their account, and are refused without it', async () => {
  const before = await used();
  const { id } = (await comment('é'.repeat(1_000))).json();
  expect((await used()) - before).toBe(2_000);
  const ticketId = (await ticket('Help. '.repeat(100))).json().id;
  const message = (body: string, by = ann) => send('POST', `/support-tickets/${ticketId}/messages`, { body, files: [] }, by);
  const written = await message('<p>Hello</p>');
  expect((await used()) - before).toBe(2_000 + 599 + '<p>Hello</p>'.length);
  await leave(100);
  // Up to a megabyte is written between two counts of what was used.
  await comment('x'.repeat(5_000));
  for (let each = 0; each < 11; each++) await message('x'.repeat(99_000 + each));
  const longer = 'x'.repeat(4_000);
  for (const refused of [
    await comment(longer),
    await send('PUT', `/api/comments/${id}`, { body: longer }),
    await ticket(longer),
    await message(longer),
    await send('PATCH', `/support-tickets/${ticketId}/messages/${written.json().id}`, { body: longer }),
  ])
    expect([refused.statusCode, refused.json().errorMessage ?? refused.json().message]).toEqual([413, full]);
  expect((await send('PUT', `/api/comments/${id}`, { body: 'Shorter' })).statusCode).toBe(200);
  const support = await own.person(await own.account(), 'super');
  expect((await message('Delete a file, please.', support)).statusCode).toBe(201);
  await leave(10_000);
  expect((await comment(longer)).statusCode).toBe(201);
});

test('the audit trail keeps of a long text what changed, and not all of it each time', async () => {
  const { id } = (await comment(`${'a'.repeat(4_000)}b`)).json();
  await send('PUT', `/api/comments/${id}`, { body: `${'a'.repeat(4_000)}c` });
  const rows = await own.sql<{ changes: { body: { from: string; to: string } } }>(
    `select changes from audit_entries where account_id = $1 and noun like 'comment on %' and verb = 'changed' order by id desc limit 1`,
    [ann.accountId],
  );
  const { from, to } = rows[0]?.changes.body ?? expect.unreachable('it was changed');
  expect([from, to]).toEqual([`… ${'a'.repeat(500)}b`, `… ${'a'.repeat(500)}c`]);
});
