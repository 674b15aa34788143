import { z } from 'zod';
import { endpoint, id, messageReply, refusal } from '../../platform/endpoint.ts';

/** In the reply to a save of links or mappings: the save, and for how many seconds it can be undone. Null when nothing changed. */
export const undoable = z.object({ id: z.number(), seconds: z.number() }).nullable();
export type Undoable = z.output<typeof undoable>;

export const undoMappingCall = endpoint({
  method: 'POST',
  path: '/api/mapping-saves/:id/undo',
  may: 'work',
  summary: 'Undo a save of links or mappings before anything that it mended has left',
  params: z.object({ id }),
  replies: { 200: messageReply.extend({ stopped: z.number() }), 404: refusal, 409: refusal },
});
