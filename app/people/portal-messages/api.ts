import type { FastifyInstance } from 'fastify';
import { messageRoute, route } from '../../../platform/http/route.ts';
import { changePortalMessage, createPortalMessage, deletePortalMessage, dismissPortalMessage } from './commands.ts';
import {
  changePortalMessageCall,
  createPortalMessageCall,
  deletePortalMessageCall,
  dismissPortalMessageCall,
  listPortalMessagesCall,
} from './contract.ts';
import { listPortalMessages } from './queries.ts';

export function portalMessagesApi(app: FastifyInstance): void {
  route(app, listPortalMessagesCall, async ({ reading, session: { timezone } }) => ({
    portalMessages: await reading((tenant) => listPortalMessages(tenant, timezone)),
    timezone,
  }));
  route(app, createPortalMessageCall, async ({ inTenant, session: { timezone }, body }) => {
    const savedMessage = await inTenant((tenant) => createPortalMessage(tenant, body, timezone));
    return { savedMessage, message: 'The message was saved.' };
  });
  route(app, changePortalMessageCall, async ({ inTenant, session: { timezone }, params, body }) => {
    const savedMessage = await inTenant((tenant) => changePortalMessage(tenant, params.id, body, timezone));
    return { savedMessage, message: 'The message was saved.' };
  });
  messageRoute(app, deletePortalMessageCall, 'The message was deleted.', (tenant, { params }) => deletePortalMessage(tenant, params.id));
  route(app, dismissPortalMessageCall, async ({ inTenant, params }) => {
    await inTenant((tenant) => dismissPortalMessage(tenant, params.id));
    return null;
  });
}
