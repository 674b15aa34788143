import type { FastifyInstance } from 'fastify';
import { route } from '../../platform/http/route.ts';
import { mayDo } from '../accounts/permissions.ts';
import { countedWords } from '../ui/counted-words.ts';
import { undoMappingCall } from './contract.ts';
import { undoSave } from './undo.ts';

export function mappingSavesApi(app: FastifyInstance): void {
  route(app, undoMappingCall, async ({ session, inTenant, params }) => {
    const { stopped } = await inTenant((tenant) => undoSave(tenant, params.id, mayDo(session.role, 'map')));
    const consequence = stopped === 0 ? 'No order went by it.' : `${countedWords(stopped, 'order is', 'orders are')} as before.`;
    return { message: `Undone. ${consequence}`, stopped };
  });
}
