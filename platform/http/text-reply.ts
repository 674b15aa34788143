import type { FastifyRequest } from 'fastify';

/**
 * Whether a client gets a plain text: it names that, or does not ask for JSON. For calls whose reply the specification calls a text; our
 * own pages name JSON alone, and get more than the message.
 */
export const acceptsText = ({ headers: { accept = '' } }: Pick<FastifyRequest, 'headers'>) =>
  accept.includes('text/plain') || !accept.includes('application/json');
