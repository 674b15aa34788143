import { z } from 'zod';
import { endpoint, id, messageReply, refusal, text } from '../../../platform/endpoint.ts';
import { undoable } from '../../mapping-saves/contract.ts';

export const saveShippingOptionsCall = endpoint({
  method: 'PUT',
  path: '/api/connectors/:name/shipping-options',
  may: 'map',
  withErrorMessage: true,
  summary: 'Map a connection’s shipping codes to warehouse shipping methods',
  params: z.object({ name: text(100) }),
  body: z.object({
    codes: z
      .array(z.object({ id: id.optional(), connectorCode: text(200), description: text(500).optional(), amwareCode: text(100) }))
      .min(1)
      .max(1000),
  }),
  replies: { 200: messageReply.extend({ waiting: z.number(), undo: undoable }), 404: refusal },
});
