import type { FastifyInstance } from 'fastify';
import { route } from '../../../../platform/http/route.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { mayDo } from '../../../people/accounts/people/permissions.ts';
import { connectionNamed, requireConnection } from '../../../shared/connections/queries.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { previewMappingCall, undoMappingCall } from './contract.ts';
import { previewMapping, type TriedChange } from './preview.ts';
import { undoSave } from './undo.ts';

export function mappingSavesApi(app: FastifyInstance): void {
  route(app, undoMappingCall, async ({ session, inTenant, params }) => {
    const { stopped } = await inTenant((tenant) => undoSave(tenant, params.id, mayDo(session.role, 'map')));
    const consequence = stopped === 0 ? 'No order went by it.' : `${countedWords(stopped, 'order is', 'orders are')} as before.`;
    return { message: `Undone. ${consequence}`, stopped };
  });
  route(app, previewMappingCall, ({ inTenant, body: { changes } }) =>
    inTenant(async (tenant) => {
      const ofConnections: TriedChange[] = [];
      for (const { connection, change } of changes) ofConnections.push({ connectionId: await idOf(tenant, connection), change });
      const described = await previewMapping(tenant, ofConnections);
      return {
        at_warehouse: described?.words ?? null,
        at_warehouse_parts: described && { head: described.head, parts: described.parts },
      };
    }),
  );
}

/** @throws Refusal 404 */
async function idOf(tenant: Tenant, connection: number | string): Promise<number> {
  if (typeof connection === 'string') return (await connectionNamed(tenant, connection)).id;
  await requireConnection(tenant, connection);
  return connection;
}
