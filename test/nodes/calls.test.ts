import { beforeAll, describe, expect, test } from 'vitest';
import { linkProducts } from '../../app/nouns/links/saving/link-products.ts';
import { removeMember } from '../../app/people/team/commands.ts';
import { digestOf } from '../../app/people/team/invitations/invitations.ts';
import { countUnread } from '../../app/shared/support/unread.ts';
import { inTenant } from '../../platform/tenant.ts';
import { distributedDatabase } from '../database.ts';
import { addConnection, addOrder } from '../shop/rows.ts';
import { type Person, testWeb } from '../web.ts';
import { citusUrl } from './cluster.ts';

// Skipped without CITUS_URL: the owner's address of a database of the coordinator that knows its nodes.
describe.skipIf(!citusUrl)('calls on a distributed database, on the nodes at CITUS_URL', () => {
  const own = testWeb({}, distributedDatabase());
  let ann: Person;
  let bob: Person;

  beforeAll(async () => {
    const accountId = await own.account();
    [ann, bob] = [await own.person(accountId, 'account_admin'), await own.person(accountId)];
  });

  const send = async (person: Person | null, method: 'POST' | 'PATCH' | 'DELETE', url: string, payload: object = {}) => {
    const reply = await own.as(person, { method, url, payload });
    return { status: reply.statusCode, body: reply.body, ...reply.json() };
  };
  /** How many wait for a lock, on whichever node. */
  const waiting = async () => {
    const [row] = await own.sql<{ n: number }>(
      `select sum(result::int)::int as n from run_command_on_all_nodes(
         'select count(distinct pid) from pg_locks where not granted and pid in (select pid from pg_stat_activity where datname = current_database())')`,
    );
    return row?.n;
  };
  const audit = (accountId: number) =>
    own.sql('select verb, noun, record_name as name from audit_entries where account_id = $1 order by id desc limit 1', [accountId]);

  test('a key is made', async () => {
    expect(await send(ann, 'POST', '/api/keys', { name: 'Ledger', scopes: ['read_orders'], days: 30 })).toMatchObject({ status: 201 });
  });

  test('somebody is invited, and who is in the team is changed and removed', async () => {
    const invited = await send(ann, 'POST', '/settings/team/invitees', { emails: 'new@example.com', role: 'user', departments: [] });
    expect(invited, invited.body).toMatchObject({ status: 200 });
    const assigned = await send(ann, 'POST', '/api/departments/add-to-user', { userId: bob.userId, departments: [], isAdmin: true });
    expect(assigned, assigned.body).toMatchObject({ status: 200 });
    const gone = await own.person(ann.accountId);
    expect(await send(ann, 'DELETE', `/settings/team/members/${gone.userId}`)).toMatchObject({ status: 200 });
  });

  test('who is invited joins by the link, once', async () => {
    const { userId, accountId } = await own.person(ann.accountId);
    expect(await send(ann, 'DELETE', `/settings/team/members/${userId}`)).toMatchObject({ status: 200 });
    const [former] = await own.sql<{ email: string }>('select email from users where id = $1', [userId]);
    await own.sql(
      `insert into invitations (account_id, email, role, token_digest, invited_by, expires_at) values ($1, $2, 'user', $3, $4, now() + interval '1 day')`,
      [accountId, former?.email, digestOf('a token'), ann.userId],
    );
    const join = () =>
      send(null, 'POST', '/api/auth/accept-invitation', { token: 'a token', name: 'New', password: 'a walk along the harbour' });
    expect(await join()).toMatchObject({ status: 200, email: former?.email });
    expect(await join()).toMatchObject({ status: 404 });
  });

  test('a super admin sees the tickets of all accounts, and suspends an account', async () => {
    const [sue, zoe] = [await own.person(await own.account('Portal'), 'super'), await own.person(await own.account('Other'))];
    const request = { subject_1: 'Orders', subject_2: 'Where is it?', description: 'Please look.', key: 'of a form 2' };
    await send(zoe, 'POST', '/support', request);
    const { data } = (await own.as(sue, { url: '/support-tickets/queue' })).json();
    expect(data).toMatchObject([{ user: { account_name: 'Other' }, subject_2: 'Where is it?', department: null, unread: true }]);
    expect(await inTenant(own.database, sue, (tenant) => countUnread(tenant, 'super'))).toBe(1);
    expect(await send(sue, 'POST', `/settings/super/accounts/${zoe.accountId}/suspend`)).toMatchObject({ status: 200 });
    expect((await own.as(zoe, { url: '/api/team' })).statusCode).toBe(401);
  });

  test('a listing is linked, and its connection named', async () => {
    const connectionId = await addConnection(own, ann.accountId);
    const [product] = await own.sql<{ id: number }>(
      `insert into products (account_id, sku, name) values ($1, 'MUG', 'A mug') returning id::int`,
      [ann.accountId],
    );
    const linked = await inTenant(own.database, ann, (tenant) =>
      linkProducts(tenant, [{ connectionId, sku: 'MUG', productId: product?.id ?? 0, units: 1 }]),
    );
    expect(linked).toMatchObject({ linked: 1, undo: [{ of: 'ship_station' }] });
  });

  test('who is being removed at this moment makes no key and invites nobody', async () => {
    const leaving = await own.person(ann.accountId, 'account_admin');
    const { replies } = await inTenant(own.database, ann, async (tenant) => {
      await removeMember(tenant, { userId: ann.userId, role: 'account_admin' }, leaving.userId);
      const late = [
        send(leaving, 'POST', '/api/keys', { name: 'Late', scopes: ['read_orders'], days: null }),
        send(leaving, 'POST', '/settings/team/invitees', { emails: 'late@example.com', role: 'user', departments: [] }),
      ];
      await expect.poll(waiting).toBe(late.length);
      return { replies: late };
    });
    expect((await Promise.all(replies)).map(({ status }) => status)).toEqual([403, 403]);
  });

  test('a person changes their profile, and the audit of their account says so', async () => {
    const renamed = await send(bob, 'PATCH', '/api/profile', { name: 'Robert' });
    expect(renamed, renamed.body).toMatchObject({ status: 200 });
    expect(await audit(bob.accountId)).toMatchObject([{ verb: 'changed' }]);
  });

  test('a super admin acts as an account, and its audit says so', async () => {
    const sue = await own.person(await own.account('Ours'), 'super');
    const acting = await send(sue, 'POST', '/api/accounts/act-as', { accountId: ann.accountId });
    expect(acting, acting.body).toMatchObject({ status: 200 });
    expect(await audit(ann.accountId)).toMatchObject([{ verb: 'started acting as', noun: 'account', name: 'Acme' }]);
  });

  test('a reply is saved, and another of its name refused; a ticket is raised in the queue of its department', async () => {
    const reply = { name: 'Thanks', body: '<p>Thank you.</p>' };
    expect(await send(ann, 'POST', '/api/saved-replies', reply)).toMatchObject({ status: 201 });
    const again = await send(ann, 'POST', '/api/saved-replies', { ...reply, name: 'THANKS' });
    expect(again, again.body).toMatchObject({ name: ['There is a saved reply “THANKS” already.'] });
    const request = { subject_1: 'Shipping', subject_2: 'Parcels are late', description: 'Since Monday.', key: 'of a form 1' };
    const ticket = await send(ann, 'POST', '/support', request);
    expect(ticket, ticket.body).toMatchObject({ status: 201 });
    expect(await send(ann, 'POST', '/support', request)).toMatchObject({ id: ticket.id });
    expect((await own.as(ann, { url: `/support-tickets/${ticket.id}` })).json()).toMatchObject({ department: { name: 'Orders' } });
  });

  test('what becomes of orders by a mapping is told', async () => {
    const connection = await addConnection(own, ann.accountId);
    await addOrder(own, ann.accountId, connection);
    const changes = [
      { connection: String(connection), change: { kind: 'location', codes: [{ code: 'HQ', to: 'NJ' }] } },
      { connection: String(connection), change: { kind: 'shipping', codes: [{ code: 'air', to: 'UPS' }] } },
    ];
    const preview = await send(ann, 'POST', '/api/mapping-saves/preview', { changes });
    expect(preview, preview.body).toMatchObject({ status: 200 });
  });
});
