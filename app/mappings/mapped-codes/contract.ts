import { z } from 'zod';
import { endpoint, type instant, messageReply, refusal, text } from '../../../platform/endpoint.ts';
import { undoable } from '../../mapping-saves/contract.ts';

/** What a code of a channel's can name. */
export const codeKinds = ['shipping', 'location'] as const;
const kind = z.enum(codeKinds);

export type MappedCode = {
  kind: z.output<typeof kind>;
  code: string;
  /** The channel's words for it, where they differ. */
  name: string | null;
  /** The warehouse's. */
  means: string;
  /** Null where nobody did, or it is not known. */
  by: string | null;
  at: z.output<typeof instant> | null;
};

export const countStopsCall = endpoint({
  method: 'GET',
  path: '/api/connectors/:name/mapped-codes/stops',
  may: 'map',
  summary: 'How many orders that have not left would stop if a shipping code or location were not mapped any more',
  params: z.object({ name: text(100) }),
  query: z.object({ kind, code: text(200) }),
  replies: { 200: z.object({ stops: z.number() }), 404: refusal },
});

export const unmapCodeCall = endpoint({
  method: 'POST',
  path: '/api/connectors/:name/mapped-codes/unmap',
  may: 'map',
  summary: 'Take the mapping of a shipping code or location away: orders that have not left wait for a new one',
  params: z.object({ name: text(100) }),
  body: z.object({ kind, code: text(200) }),
  replies: { 200: messageReply.extend({ stopped: z.number(), undo: undoable }), 404: refusal },
});
