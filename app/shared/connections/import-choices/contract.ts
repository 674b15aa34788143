import { z } from 'zod';
import { endpoint, id, messageReply, refusal, text } from '../../../../platform/endpoint.ts';

/** Another connection that has the same orders, and which of the two a person chose. */
export type ImportChoice = {
  other_id: number;
  other_name: string;
  other_connected: boolean;
  /** Whether this connection's are sent, of what both have. */
  keeps_own: boolean;
  /** The person who chose. */
  decided_by: string | null;
  decided_at: Date;
};

export const changeImportChoiceCall = endpoint('PUT /api/connectors/:name/import-choices/:other', {
  may: 'map',
  summary: 'Choose again which of two connections that have the same orders is the one whose orders are sent, for what comes from now on',
  params: z.object({ name: text(100), other: id }),
  body: z.object({ keeps: z.enum(['own', 'other']) }),
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});
