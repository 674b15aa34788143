import { unsubscribeToken } from '../../../app/people/notifications/mails/unsubscribe-token.ts';
import { codeOf } from '../../authenticator.ts';
import { asked, consented, proof, queryOf } from '../../connecting.ts';
import type { Person } from '../../web.ts';
import { password, type Shop } from '../shop.ts';
import type { Records } from './records.ts';

let people = 0;
const someone = (shop: Shop, role: Person['role'] = 'user') => shop.person('Kim Moss', role, `kim-${++people}@example.com`);

const cookieIn = (headers: { 'set-cookie'?: string | string[] | undefined }, name: string) =>
  String([headers['set-cookie']].flat().find((each) => each?.includes(name))).split(';', 1)[0] ?? '';

/** The token of the last mail to this address. */
async function mailedTo({ call }: Shop, email: string): Promise<string> {
  const { mails } = (await call('GET', '/api/outbox')) as { mails: { to: string; text: string }[] };
  return decodeURIComponent(/token=(\S+)/.exec(mails.find(({ to }) => to === email)?.text ?? '')?.[1] ?? 'no mail');
}

/** Somebody who has set two-factor sign-in up as far as this. */
async function withTwoFactor(shop: Shop, confirmed: boolean): Promise<{ as: Person; address: string }> {
  const who = await someone(shop);
  const post = (path: string, payload: object) => shop.own.as(who, { method: 'POST', url: `/api/auth/two-factor/${path}`, payload });
  const { address } = (await post('set-up', { password })).json();
  if (!confirmed) return { as: who, address };
  const { headers } = await post('confirm', { code: codeOf(address) });
  return { as: { ...who, cookie: cookieIn(headers, 'session_token') }, address };
}

async function invited(shop: Shop): Promise<{ id: number; email: string }> {
  const email = `kim-${++people}@example.com`;
  await shop.call('POST', '/settings/team/invitees', { emails: email, role: 'user' });
  await shop.own.sql('delete from sign_in_attempts');
  return { email, id: await shop.find('select id from invitations where account_id = $1 and email = $2', email) };
}
const member = async (shop: Shop) => ({ id: (await someone(shop)).userId });
const department = (shop: Shop) => shop.find('select id from departments where account_id = $1');
const newDepartment = async ({ call }: Shop) => ({ id: (await call('POST', '/api/departments', { name: `Team ${++people}` })).id });
const newTag = async ({ call }: Shop) => (await call('POST', '/api/tags', { name: `Tag ${++people}` })).id;
const mergingTags = async (shop: Shop) => ({ id: await newTag(shop), into: await newTag(shop) });
const newKey = async ({ call }: Shop) => ({
  id: (await call('POST', '/api/keys', { name: `Ledger ${++people}`, scopes: ['read_orders'], days: null })).id,
});
const pausedKey = async (shop: Shop) => {
  const { id } = await newKey(shop);
  await shop.own.sql('update api_keys set paused_at = now() where id = $1', [id]);
  return { id };
};
const programOf = ({ sandbox }: Shop) => `${sandbox.origin}/agents/desk.json`;
const asking = (shop: Shop) => queryOf(shop.own, programOf(shop), proof().challenge);
const askedFor = async (shop: Shop) => {
  const as = await shop.anew(shop.ann);
  return { as, request: (await asked(shop.own, as, asking(shop))).json().question.request };
};
const agent = async (shop: Shop) => {
  await consented(shop.own, programOf(shop), await shop.anew(shop.ann));
  return { id: await shop.find('select id from api_keys where account_id = $1 and client_id is not null order by id desc') };
};
const otherAccount = (shop: Shop) => shop.find('select id from accounts where id <> $1');
const newAccount = async ({ call }: Shop) =>
  (await call('POST', '/settings/super/accounts', { name: 'Mill', timezone: 'UTC', email: `mill-${++people}@example.com` })).id;
const portalMessage = async ({ call }: Shop) => {
  const body = { body: 'Closed on Monday.', level: 'info', start_date: '2026-01-01T00:00:00Z', end_date: '2099-01-01T00:00:00Z' };
  return { id: (await call('POST', '/settings/super/portal-messages', body)).savedMessage.id };
};
const confirming = async (shop: Shop) => {
  await shop.call('PUT', '/api/notifications/email', { notificationEmail: 'hall@example.com', enabled: '1' });
  return { as: null, token: await mailedTo(shop, 'hall@example.com') };
};
const unsubscribing = ({ own, ann, accountId }: Shop) => ({
  token: unsubscribeToken(own.web.parts.engine.seal, { accountId, userId: ann.userId, address: null }),
});

export const ofPeople: Records = {
  'POST /api/auth/reset-password': async (shop) => {
    const { email } = await someone(shop);
    await shop.own.as(null, { method: 'POST', url: '/api/auth/request-password-reset', payload: { email } });
    return { token: await mailedTo(shop, email) };
  },
  'POST /api/auth/change-password': async (shop) => ({ as: await someone(shop) }),
  'POST /api/auth/two-factor/sign-in': async (shop) => {
    const { as, address } = await withTwoFactor(shop, true);
    const payload = { email: as.email, password };
    const { headers } = await shop.own.as(null, { method: 'POST', url: '/api/auth/sign-in/email', payload });
    return { as: { ...as, cookie: cookieIn(headers, 'two_factor') }, code: codeOf(address, 1) };
  },
  'POST /api/auth/two-factor/set-up': async (shop) => ({ as: await someone(shop) }),
  'POST /api/auth/two-factor/confirm': async (shop) => {
    const { as, address } = await withTwoFactor(shop, false);
    return { as, code: codeOf(address) };
  },
  'POST /api/auth/two-factor/recovery-codes': async (shop) => ({ as: (await withTwoFactor(shop, true)).as }),
  'POST /api/auth/two-factor/turn-off': async (shop) => ({ as: (await withTwoFactor(shop, true)).as }),
  'DELETE /api/profile/sessions/:id': async (shop) => {
    const as = await someone(shop);
    await shop.anew(as);
    return { as, id: await shop.find('select id from sessions where $1 > 0 and user_id = $2 order by id desc', as.userId) };
  },
  'POST /api/accounts/act-as': async (shop) => ({ accountId: await otherAccount(shop) }),
  'GET /api/auth/invitation': async (shop) => ({ token: await mailedTo(shop, (await invited(shop)).email) }),
  'POST /api/auth/accept-invitation': async (shop) => ({ token: await mailedTo(shop, (await invited(shop)).email) }),
  'GET /api/auth/mail-address': confirming,
  'POST /api/auth/mail-address': confirming,
  'GET /api/auth/unsubscribe': unsubscribing,
  'PUT /api/auth/unsubscribe': unsubscribing,
  'POST /api/agents/requests': async (shop) => ({ query: asking(shop) }),
  'POST /api/agents': askedFor,
  'DELETE /api/agents/:id': agent,
  'GET /api/keys/:id/calls': newKey,
  'PATCH /api/keys/:id': newKey,
  'POST /api/keys/:id/rotate': newKey,
  'POST /api/keys/:id/take-over': pausedKey,
  'DELETE /api/keys/:id': newKey,
  'PUT /api/departments/:id': async ({ find }) => ({
    id: await find(`select id from departments where account_id = $1 and name = 'Returns'`),
  }),
  'DELETE /api/departments/:id': newDepartment,
  'POST /api/departments/bulk-action': async (shop) => ({ ids: [(await newDepartment(shop)).id] }),
  'POST /api/departments/get-departments-by-user': async (shop) => ({
    userId: await shop.find('select user_id from members where account_id = $1 and id in (select member_id from member_departments)'),
  }),
  'POST /api/departments/add-to-user': async (shop) => ({
    userId: (await someone(shop)).userId,
    departments: [await department(shop)],
  }),
  'PUT /api/tags/:id': async (shop) => ({ id: await newTag(shop) }),
  'DELETE /api/tags/:id': async (shop) => ({ id: await newTag(shop) }),
  'GET /api/tags/:id/merge/:into': mergingTags,
  'POST /api/tags/:id/merge/:into': mergingTags,
  'DELETE /settings/team/members/:id/sessions': member,
  'DELETE /settings/team/members/:id': member,
  'POST /settings/team/invitees/:id/resend': async (shop) => ({ id: (await invited(shop)).id }),
  'DELETE /settings/team/invitees/:id': async (shop) => ({ id: (await invited(shop)).id }),
  'GET /settings/super/accounts/:id': async (shop) => ({ id: await otherAccount(shop) }),
  'GET /settings/super/accounts/:id/shared': async (shop) => ({ id: await otherAccount(shop) }),
  'GET /settings/super/accounts/:id/status': async (shop) => ({ id: await otherAccount(shop) }),
  'POST /settings/super/accounts/:id/suspend': async (shop) => ({ id: await newAccount(shop) }),
  'POST /settings/super/accounts/:id/resume': async (shop) => {
    const id = await newAccount(shop);
    await shop.call('POST', `/settings/super/accounts/${id}/suspend`);
    return { id };
  },
  'POST /settings/super/installation/this-lives': async ({ own }) => {
    const reason = { code: 'used_elsewhere', address: 'https://crossdock.example.com' };
    await own.sql(`update installation set stopped = 'copy', reason = $1, stopped_at = now()`, [reason]);
    return {};
  },
  'PUT /settings/super/portal-messages/:id': portalMessage,
  'DELETE /settings/super/portal-messages/:id': portalMessage,
  'POST /api/portal-messages/:id/dismiss': portalMessage,
  'POST /api/notifications/read': async (shop) => ({
    ids: [
      await shop.find(
        `insert into notifications (account_id, kind, sentence, path, user_id, by_mail)
         values ($1, 'import_finished', '{"code": "x"}', '/', $2, false) returning id`,
        shop.ann.userId,
      ),
    ],
  }),
  'PUT /api/notifications/rules/:kind': async (shop) => ({ departments: [await department(shop)], people: [shop.ann.userId] }),
};
