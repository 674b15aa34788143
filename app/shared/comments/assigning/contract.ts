import { z } from 'zod';
import { endpoint, id, messageReply, refusal } from '../../../../platform/endpoint.ts';
import { person } from '../contract.ts';
import { recordTypes } from '../record.ts';

const params = z.object({ type: z.enum(recordTypes) });
/** The records, or what was prepared of them by their noun's own call. */
const selection = { ids: z.array(id).min(1).max(10_000).optional(), runId: id.optional() };
/** Who looks after them from now on; null for nobody. */
const assignee = id.nullable();

export const previewAssignCall = endpoint('POST /api/assignments/:type/preview', {
  may: 'work',
  summary: 'What assigning many records would do, before it is started, and who can look after them',
  unaudited: 'nothing changes until it is started',
  params,
  example: { body: { ids: [1042], assignee: 1042 } },
  /** Without an assignee, who could be one. */
  body: z.object({ ...selection, assignee: assignee.optional() }),
  replies: {
    200: z.object({
      people: z.array(person),
      /** Of so many records it is said: those that are selected, the first 10,000 by their id. */
      total: z.number(),
      changes: z.number(),
      /** Those that stay as they are, by the reason. */
      left: z.array(z.object({ reason: z.string(), records: z.number() })),
      /** The first that change, and who looks after them now. */
      examples: z.array(z.object({ id: z.number(), name: z.string(), assignee: z.string().nullable() })),
    }),
  },
});

export const assignManyCall = endpoint('POST /api/assignments/:type', {
  may: 'work',
  summary: 'Say who looks after many records: these, or those that were prepared; they are worked through as a run',
  params,
  example: { body: { ids: [1042], assignee: 1042 } },
  body: z.object({ ...selection, assignee }),
  replies: { 202: messageReply.extend({ runId: z.number(), total: z.number() }), 404: refusal, 409: refusal },
});
