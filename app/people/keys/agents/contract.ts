import { z } from 'zod';
import { endpoint, id, instant, messageReply, refusal, text } from '../../../../platform/endpoint.ts';
import { agentScopes } from './agent-scopes.ts';

const agent = z.object({
  id,
  name: z.string(),
  /** The host that says who it is. */
  host: z.string(),
  /** `needs_two_factor`: who connected it has to set up two-factor sign-in first. */
  state: z.enum(['active', 'expired', 'needs_two_factor', 'revoked']),
  scopes: z.array(z.string()),
  connected_by: z.string(),
  created_at: instant,
  /** When it ends unless it is used before. */
  expires_at: instant,
  last_used_at: instant.nullable(),
  last_address: z.string().nullable(),
});
export type ConnectedAgent = z.output<typeof agent>;

const scope = z.enum(agentScopes);
const question = z.object({
  name: z.string(),
  /** The host that says who it is, and where the person is sent back to. */
  host: z.string(),
  redirect_host: z.string(),
  /** It is sent back to a program on the person's own computer, of which nobody knows whose it is. */
  is_local: z.boolean(),
  account: z.string(),
  scopes: z.array(scope),
  /** What is consented to, sealed for this person and account. */
  request: z.string(),
  /** Where it goes on when the person declines. */
  declined: z.string(),
});
export type ConsentQuestion = z.output<typeof question>;

const alone = z
  .int('Write a whole number.')
  .min(0, 'At least 0.')
  .max(100, 'At most 100.')
  .meta({ description: 'How many records the agents of the account may change within 24 hours without a person' });

export const listAgentsCall = endpoint('GET /api/agents', {
  may: 'connect',
  summary: 'The agents that people of the account connected, disconnected ones last, and how much agents may change by themselves',
  replies: { 200: z.object({ agents: z.array(agent), alone }) },
});

export const askConsentCall = endpoint('POST /api/agents/requests', {
  may: 'connect',
  summary: 'What the program of an agent asks a person for, by the query of /oauth/authorize; or where to go on when it asks wrongly',
  unaudited: 'nothing is connected yet: the consent is audited',
  body: z.object({ query: text(8_000) }),
  replies: { 200: z.object({ question: question.nullable(), redirect: z.string().nullable() }), 409: refusal, 429: refusal },
});

export const giveConsentCall = endpoint('POST /api/agents', {
  may: 'connect',
  confirmed: true,
  summary: 'Connect an agent to this account. The reply is where the browser goes on, with a code for its program',
  body: z.object({ request: text(8_000), scopes: z.array(scope).min(1, 'Choose what the agent may do.').max(20) }),
  example: { body: { request: 'v1.…', scopes: ['read_orders'] } },
  replies: { 201: z.object({ redirect: z.string() }), 409: refusal },
});

export const letAgentsCall = endpoint('PUT /api/agents/alone', {
  may: 'connect',
  confirmed: true,
  summary: 'Let agents change so many records within 24 hours without a person; never what makes goods leave',
  body: z.object({ records: alone, was: alone }),
  example: { body: { records: 5, was: 0 } },
  replies: { 200: messageReply, 409: refusal },
});

export const disconnectAgentCall = endpoint('DELETE /api/agents/:id', {
  may: 'connect',
  summary: 'End what an agent may at once, for good',
  replies: { 200: messageReply, 404: refusal, 409: refusal },
});
