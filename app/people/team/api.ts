import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Environment } from '../../../platform/env.ts';
import { refuse } from '../../../platform/http/refusal.ts';
import { readRoute, route } from '../../../platform/http/route.ts';
import type { Mailer } from '../../../platform/mail.ts';
import type { SignedIn } from '../../../platform/signed-in.ts';
import type { MailRefusal } from '../../base/mail-refusal.ts';
import { wordReason } from '../../base/reasons.ts';
import { countedWords } from '../../ui/words/counted-words.ts';
import { allowGuess } from '../accounts/attempts/guesses.ts';
import { allowMail, forgetMail, type Met, mailedBefore } from '../accounts/attempts/mail-attempts.ts';
import { requireGoodPassword } from '../accounts/passwords/password-rules.ts';
import { hashPassword } from '../accounts/passwords/passwords.ts';
import type { Directory } from '../accounts/people/directory.ts';
import { newToken } from '../accounts/people.ts';
import { assignMember, removeMember, requireMayEndSessions } from './commands.ts';
import {
  acceptInvitationCall,
  assignDepartmentsCall,
  deleteInviteeCall,
  departmentsOfUserCall,
  endMemberSessionsCall,
  getDepartmentsCall,
  getTeamCall,
  type InviteOutcome,
  inviteCall,
  type Member,
  readInvitationCall,
  removeMemberCall,
  resendInvitationCall,
} from './contract.ts';
import {
  deleteInvitation,
  invite,
  ownInvitation,
  recordMailed,
  renewInvitation,
  storeLink,
  type ToMail,
} from './invitations/invitations.ts';
import { notMailed } from './invitations/not-mailed.ts';
import { endSessionsOf, invitationOf, join, rereadSessionsOf } from './joining.ts';
import { mailInvitation } from './mail.ts';
import { allDepartments, getMember, listInvitees, listMembers } from './queries.ts';

type TeamParts = { directory: Directory; post: Mailer; env: Pick<Environment, 'baseUrl'> };

/** The people of an account: who they are, who is invited, and how they join. */
export function teamApi(app: FastifyInstance, parts: TeamParts): void {
  members(app, parts);
  invitations(app, parts);
  joining(app, parts);
}

function members(app: FastifyInstance, { directory }: TeamParts): void {
  readRoute(app, getTeamCall, async (tenant) => ({ members: await listMembers(tenant), invitees: await listInvitees(tenant) }));

  route(app, getDepartmentsCall, async ({ reading }) =>
    Object.fromEntries((await reading(allDepartments)).map(({ id, name }) => [String(id), name])),
  );

  route(app, departmentsOfUserCall, async ({ reading, body, reply }) => {
    const { departments } = await reading((tenant) => getMember(tenant, body.userId));
    const named: [number[], string] = [departments.map(({ id }) => id), departments.map(({ name }) => name).join(', ')];
    if (departments.length > 0) return named;
    reply.code(204);
    return null;
  });

  route(app, assignDepartmentsCall, async ({ inTenant, session, body: { userId, isAdmin, departments, was } }) => {
    const assignment = { userId, isAdmin, was, departments: departments === '' ? [] : departments };
    const member = await inTenant((tenant) => assignMember(tenant, session, assignment));
    await rereadSessionsOf(directory, userId);
    const saved: ['Admin' | 'User', string, Member] = [member.is_admin ? 'Admin' : 'User', `${member.name} was saved.`, member];
    return saved;
  });

  route(app, endMemberSessionsCall, async ({ inTenant, session, params, request }) => {
    const { name } = await inTenant((tenant) => requireMayEndSessions(tenant, session, params.id));
    await endSessionsOf(directory, params.id);
    request.log.info({ user: session.userId, signedOut: params.id, address: request.ip }, 'member signed out');
    return { message: `${name} is signed out everywhere.` };
  });

  route(app, removeMemberCall, async ({ inTenant, session, params, request }) => {
    const { name } = await inTenant((tenant) => removeMember(tenant, session, params.id));
    await endSessionsOf(directory, params.id);
    request.log.info({ user: session.userId, removed: params.id, address: request.ip }, 'member removed');
    return { message: `${name} is no longer in your team.` };
  });
}

function invitations(app: FastifyInstance, parts: TeamParts): void {
  const mail = mailing(parts);

  route(app, inviteCall, async ({ inTenant, session, body, request }) => {
    const { toMail, others } = await inTenant((tenant) => invite(tenant, session, body));
    const outcomes: InviteOutcome[] = [];
    // Each call to a server that does not reply takes ten seconds.
    let away: NotMailed | null = null;
    for (const each of toMail) {
      const failed: NotMailed | null = away ?? (await mail(each, session, request));
      if (failed?.reason?.code === 'sending.no_mail_server') away = failed;
      if (!failed?.met) await inTenant((tenant) => recordMailed(tenant, each, failed));
      outcomes.push(outcomeOf(each, failed));
    }
    const mailed = outcomes.filter(({ outcome }) => outcome === 'invited').length;
    outcomes.push(...others);
    return { message: `${countedWords(mailed, 'person was', 'people were')} invited.`, outcomes };
  });

  route(app, resendInvitationCall, async ({ inTenant, session, params, request }) => {
    const email = await inTenant((tenant) => ownInvitation(tenant, session, params.id));
    const renewed = { id: params.id, email, token: newToken() };
    const store = () => inTenant((tenant) => storeLink(tenant, session, renewed));
    const failed = await mail(renewed, session, request, store);
    if (failed?.met) throw mailedBefore(email, failed.met);
    if (failed) {
      await inTenant((tenant) => recordMailed(tenant, renewed, failed));
      throw refuse(502, 'not_mailed', notMailed(wordReason(failed.reason)));
    }
    await inTenant((tenant) => renewInvitation(tenant, session, renewed));
    return { message: `${email} was invited again. The former link ends.` };
  });

  route(app, deleteInviteeCall, async ({ inTenant, session, params }) => {
    const email = await inTenant((tenant) => deleteInvitation(tenant, session, params.id));
    return { message: `The invitation of ${email} was deleted. Its link ends.` };
  });
}

/** Why a mail was not handed over: a limit that was met, or what the mail server says. */
type NotMailed = { met: Met; reason?: never } | (MailRefusal & { met?: never });

/** Hands a mail over, if that may be, once its link is stored. */
const mailing =
  ({ directory, post, env: { baseUrl } }: TeamParts) =>
  async (
    toMail: ToMail,
    { accountId, accountName, name }: SignedIn,
    { log }: FastifyRequest,
    store: () => Promise<void> = async () => undefined,
  ): Promise<NotMailed | null> => {
    const counted = { kind: 'invitation', accountId, email: toMail.email } as const;
    const met = await allowMail(directory, counted);
    if (met) return { met };
    let isMailed = false;
    try {
      await store();
      const refused = await mailInvitation(toMail, { baseUrl, inviter: name, accountName }, post, log);
      isMailed = refused === null;
      return refused;
    } finally {
      if (!isMailed) await forgetMail(directory, counted);
    }
  };

function outcomeOf({ email }: ToMail, failed: NotMailed | null): InviteOutcome {
  if (failed === null) return { email, outcome: 'invited' };
  return { email, outcome: 'not_mailed', ...(failed.reason && { refused_because: wordReason(failed.reason) }) };
}

function joining(app: FastifyInstance, { directory }: TeamParts): void {
  route(app, readInvitationCall, async ({ query }) => {
    const { email, account_name } = await invitationOf(directory, query.token);
    return { email, accountName: account_name };
  });

  route(app, acceptInvitationCall, async ({ body: { token, name, password }, request }) => {
    await allowGuess(directory, `invitation|${request.ip}`, 60);
    const { email } = await invitationOf(directory, token);
    await requireGoodPassword('password', password, { name, email });
    const joined = await join(directory, token, { name, passwordHash: await hashPassword(password), address: request.ip });
    request.log.info({ user: joined.user_id, account: joined.account_id, address: request.ip }, 'joined by invitation');
    return { email };
  });
}
