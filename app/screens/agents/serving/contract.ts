import { z } from 'zod';
import { endpoint } from '../../../../platform/endpoint.ts';

/** In bytes. The longest input of a tool is far shorter. */
const largest = 65_536;

/** One message of an agent, by the Model Context Protocol. Each tool says which scope it takes. */
export const agentCall = endpoint('POST /mcp', {
  may: 'work',
  summary: 'A message of the Model Context Protocol',
  byKey: { scope: null },
  bodyLimit: largest,
  body: z.unknown(),
  sends: ['application/json', 'text/event-stream'],
  replies: { 200: z.unknown(), 202: z.null() },
});
