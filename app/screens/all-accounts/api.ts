import type { FastifyInstance } from 'fastify';
import { refuse } from '../../../platform/http/refusal.ts';
import { route } from '../../../platform/http/route.ts';
import { unlessLost } from '../../../platform/nodes/unless-lost.ts';
import { wordReason } from '../../base/reasons.ts';
import { createAccount } from '../../people/accounts/people.ts';
import type { Services } from '../../people/accounts/services.ts';
import { invite, recordMailed } from '../../people/team/invitations/invitations.ts';
import { mailInvitation } from '../../people/team/mail.ts';
import { asSentence } from '../../ui/words/as-sentence.ts';
import { recordOf, resumeAccount, suspendAccount } from './commands.ts';
import {
  createAccountCall,
  listAccountsCall,
  listActingCall,
  listSharedCall,
  resumeAccountCall,
  suspendAccountCall,
  thisLivesCall,
} from './contract.ts';
import { listActing, listAllAccounts } from './queries.ts';
import { listShared } from './shared.ts';
import { accountStatusCall } from './status/contract.ts';
import { readStatus } from './status/read.ts';
import { decideThisLives } from './this-lives.ts';

/** Every account, for super admins: what is done with one is recorded in it. */
export function allAccountsApi(app: FastifyInstance, parts: Services): void {
  const { directory, database } = parts;
  creating(app, parts);

  route(app, listAccountsCall, ({ readingAccount, query }) =>
    listAllAccounts(directory, (id, work) => unlessLost(database.nodes, id, () => readingAccount(id, work)), query),
  );

  route(app, listActingCall, ({ readingAccount, params, query }) =>
    readingAccount(params.id, (tenant) => listActing(tenant, query.before)),
  );

  route(app, accountStatusCall, ({ readingAccount, params }) => readingAccount(params.id, readStatus));

  route(app, listSharedCall, async ({ params }) => ({ data: await listShared(directory, params.id) }));

  route(app, suspendAccountCall, async ({ inAccount, session, params }) => {
    if (params.id === session.accountId) throw refuse(409, 'own_account', 'This is the account that you are in. Leave it first.');
    const account = await suspendAccount(directory, params.id);
    await inAccount(params.id, (tenant) => recordOf(tenant, 'suspended', account));
    return { message: 'The account is suspended: its people are signed out, and its connections are not called.' };
  });

  route(app, resumeAccountCall, async ({ inAccount, params }) => {
    const account = await resumeAccount(directory, params.id);
    await inAccount(params.id, (tenant) => recordOf(tenant, 'resumed', account));
    return { message: 'The account goes on.' };
  });

  route(app, thisLivesCall, async ({ inTenant, session: { name } }) => {
    await inTenant((tenant) => decideThisLives(tenant, name));
    return { message: 'Every account is compared now. Each goes on sending by itself when that is done.' };
  });
}

function creating(app: FastifyInstance, { directory, post, env }: Services): void {
  route(app, createAccountCall, async ({ inAccount, session, body: { name, timezone, email }, request }) => {
    const id = await createAccount(directory, { name, timezone });
    const { toMail, others } = await inAccount(id, async (tenant) => {
      await recordOf(tenant, 'created', { id, name });
      return invite(tenant, session, { emails: email, role: 'account_admin', departments: [] });
    });
    const [invitation] = toMail;
    if (!invitation) throw refuse(502, 'not_invited', `${name} was created, but ${others[0]?.email ?? email} could not be invited.`);
    const from = { baseUrl: env.baseUrl, inviter: session.name, accountName: name };
    const refused = await mailInvitation(invitation, from, post, request.log);
    await inAccount(id, (tenant) => recordMailed(tenant, invitation, refused));
    if (refused) {
      const why = asSentence(wordReason(refused.reason));
      throw refuse(502, 'not_mailed', `${name} was created, but its invitation was not mailed: ${why} Act as it, and send it again.`);
    }
    return { id, message: `${name} was created, and its first account admin is invited.` };
  });
}
