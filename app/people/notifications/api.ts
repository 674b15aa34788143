import type { FastifyInstance } from 'fastify';
import { existing } from '../../../platform/http/refusal.ts';
import { readRoute, route } from '../../../platform/http/route.ts';
import { inTenant, withoutPerson } from '../../../platform/tenant.ts';
import type { Services } from '../accounts/services.ts';
import { addressesApi, askAddresses } from './addresses/api.ts';
import { countUnread, listNotifications, markRead } from './bell.ts';
import {
  listNotificationsCall,
  readNotificationsCall,
  readUnsubscribeCall,
  saveAccountEmailCall,
  saveConnectionEmailCall,
  saveOwnMailCall,
  saveRuleCall,
  unsubscribeCall,
} from './contract.ts';
import { kinds } from './kinds.ts';
import { accountPlace, connectionPlace, saveEmailSetting } from './mails/email-setting.ts';
import { type Recipient, recipientOf } from './mails/unsubscribe-token.ts';
import { chooseMail, mailChoices, mailedTo, unsubscribe } from './mutes.ts';
import { saveRule } from './rules.ts';

export function notificationsApi(app: FastifyInstance, parts: Services): void {
  bell(app);
  settings(app, parts);
  addressesApi(app, parts);
  mailedLinks(app, parts);
}

function bell(app: FastifyInstance): void {
  readRoute(app, listNotificationsCall, async (tenant) => ({ data: await listNotifications(tenant), unread: await countUnread(tenant) }));
  route(app, readNotificationsCall, async ({ inTenant, body }) => {
    await inTenant((tenant) => markRead(tenant, body.ids));
    return null;
  });
  route(app, saveOwnMailCall, async ({ inTenant, session, params, body }) => {
    await inTenant((tenant) => chooseMail(tenant, { userId: session.userId, address: null }, params.kind, body.mail));
    return { message: body.mail ? 'You are mailed about this.' : 'You are no longer mailed about this. The bell shows it still.' };
  });
}

function settings(app: FastifyInstance, parts: Services): void {
  const saved = 'The e-mail notification was saved.';
  route(app, saveConnectionEmailCall, async ({ inTenant, session, params, body, request }) => {
    const addresses = await inTenant(async (tenant) => saveEmailSetting(tenant, await connectionPlace(tenant, params.name), body));
    return { message: saved + (await askAddresses(parts, session, addresses, request)) };
  });
  route(app, saveAccountEmailCall, async ({ inTenant, session, body, request }) => {
    const addresses = await inTenant((tenant) => saveEmailSetting(tenant, accountPlace, body));
    return { message: saved + (await askAddresses(parts, session, addresses, request)) };
  });
  route(app, saveRuleCall, async ({ inTenant, session, params, body, request }) => {
    const addresses = await inTenant((tenant) => saveRule(tenant, params.kind, body));
    return { message: `${kinds[params.kind].label}: saved.${await askAddresses(parts, session, addresses, request)}` };
  });
}

/** Who follows the link of a mail need not be signed in, and may have no sign-in at all. */
function mailedLinks(app: FastifyInstance, { database, engine }: Pick<Services, 'database' | 'engine'>): void {
  const requireRecipient = (token: string): Recipient => {
    return existing(recipientOf(engine.seal, token), 'This link no longer works. Use the one in a newer mail.');
  };
  route(app, readUnsubscribeCall, async ({ query }) => {
    const who = requireRecipient(query.token);
    return withoutPerson(database, who.accountId, async (tenant) => ({
      ...(await mailedTo(tenant, who)),
      kinds: await mailChoices(tenant, who),
    }));
  });
  route(app, unsubscribeCall, async ({ body, request }) => {
    const who = requireRecipient(body.token);
    const actor = { accountId: who.accountId, userId: who.userId, address: request.ip };
    await inTenant(database, actor, (tenant) => unsubscribe(tenant, who, body.kinds));
    return { message: 'What you are mailed about was saved.' };
  });
}
