import type { FastifyInstance } from 'fastify';
import { refuse } from '../../../../platform/http/refusal.ts';
import { changeRoute, readRoute, route } from '../../../../platform/http/route.ts';
import { acceptsText } from '../../../../platform/http/text-reply.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { connectionNamed } from '../../../shared/connections/queries.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { checkedAgain } from '../../order-flow/checking/words.ts';
import { createShippingOption, deleteShippingOption, saveShippingOptions } from './commands.ts';
import {
  createShippingOptionCall,
  deleteShippingOptionCall,
  listShippingOptionsCall,
  readShippingOptionsCall,
  type SentOption,
  saveMappingCall,
  saveShippingOptionsCall,
} from './contract.ts';
import { readShippingOptions } from './from-channel.ts';
import { listShippingOptions } from './queries.ts';

export function shippingOptionsApi(app: FastifyInstance, { engine }: { engine: Engine }): void {
  readRoute(app, listShippingOptionsCall, async (tenant, { params }) =>
    listShippingOptions(tenant, (await connectionNamed(tenant, params.name)).id),
  );

  route(app, readShippingOptionsCall, ({ session, params }) => readShippingOptions(engine, session, params.connector));

  changeRoute(app, saveMappingCall, async (tenant, { params, body }) => ({
    ...(await save(tenant, params.connector, body.data)),
    alertType: 'success',
  }));

  route(app, saveShippingOptionsCall, async ({ inTenant, params, body, request, reply }) => {
    const saved = await inTenant((tenant) => save(tenant, params.name, body.codes));
    return acceptsText(request) ? reply.type('text/plain; charset=utf-8').send(saved.message) : saved;
  });

  changeRoute(app, createShippingOptionCall, async (tenant, { params, body }) => {
    const connection = await connectionNamed(tenant, params.name);
    if (body.connector_id !== undefined && body.connector_id !== connection.id)
      throw refuse(404, 'not_found', 'This connection does not exist.');
    const { id, waiting, undo } = await createShippingOption(tenant, connection.id, body);
    return { id, message: `The shipping option was added.${checkedAgain(waiting)}`, waiting, undo };
  });

  changeRoute(app, deleteShippingOptionCall, async (tenant, { params, query }) => {
    const { id } = await connectionNamed(tenant, params.name);
    const { code, stopped, undo } = await deleteShippingOption(tenant, id, query.id, query.was);
    const waits = stopped === 0 ? '' : ` ${countedWords(stopped, 'order waits', 'orders wait')} for a new mapping.`;
    return { message: `The shipping option ${code} was deleted.${waits}`, stopped, undo };
  });
}

/** @throws Invalid; Refusal 404, 409 */
async function save(tenant: Tenant, slug: string, codes: SentOption[]) {
  const { waiting, undo } = await saveShippingOptions(tenant, (await connectionNamed(tenant, slug)).id, codes);
  return { message: `Shipping options were saved.${checkedAgain(waiting)}`, waiting, undo };
}
