import { z } from 'zod';
import { endpoint, messageReply, refusal, text } from '../../../platform/endpoint.ts';
import { undoable } from '../../mapping-saves/contract.ts';

export const saveLocationsCall = endpoint({
  method: 'POST',
  path: '/api/connectors/:name/save-locations',
  may: 'map',
  withErrorMessage: true,
  summary: 'Map a connection’s locations to warehouses',
  params: z.object({ name: text(100) }),
  body: z.object({
    locations: z
      .array(z.object({ internal_id: text(200), amware_location: text(100) }))
      .min(1)
      .max(1000),
  }),
  replies: { 200: messageReply.extend({ waiting: z.number(), undo: undoable }), 404: refusal },
});
