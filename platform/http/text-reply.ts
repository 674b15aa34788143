import type { FastifyRequest } from 'fastify';

/**
 * Whether a client takes a plain text: it names that beside or instead of JSON. For calls whose reply the specification calls a
 * text; our own pages name JSON alone, and get more than the message.
 */
export const acceptsText = ({ headers }: Pick<FastifyRequest, 'headers'>) => headers.accept?.includes('text/plain') ?? false;
