import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import type { Environment } from '../env.ts';
import { refuse } from './refusal.ts';

type Limits = {
  perMinute: number;
  /** The event-loop delay in ms from which on requests get 503; 0 for no limit. */
  longestLagMs: number;
} & Pick<Environment, 'trustProxy'>;

/**
 * Limits requests a minute by address, and replies 503 while the process is overloaded. Without a trusted proxy, loopback is this
 * machine itself or a proxy whose callers we cannot tell apart, so it is not limited.
 */
export async function limits(app: FastifyInstance, { perMinute, longestLagMs, trustProxy }: Limits): Promise<void> {
  // Who has left in the meantime has no address to count by, and gets no reply.
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (raw.socket.destroyed) reply.hijack();
  });
  // Awaited, because it hooks into the routes that are declared after it.
  await app.register(rateLimit, {
    max: perMinute,
    timeWindow: 60_000,
    cache: 20_000,
    allowList: (request) => request.routeOptions.config?.quiet === true || (!trustProxy && isLoopback(request.ip)),
    errorResponseBuilder: (_request, { ttl }) =>
      refuse(429, 'too_many_requests', `Too many requests. Try again in ${Math.ceil(ttl / 1000)} seconds.`),
  });
  app.register(underPressure, {
    maxEventLoopDelay: longestLagMs,
    // A sample with fewer than two readings counts as infinite delay: with this interval that happens only when the delay exceeds the
    // limit.
    sampleInterval: 2 * longestLagMs,
    pressureHandler: async (request) => {
      if (request.routeOptions.config?.quiet) return;
      request.log.warn({ lagMs: Math.round(app.memoryUsage().eventLoopDelay) }, 'behind its events: a request was sent away');
      throw refuse(503, 'overloaded', 'The server is busy just now. Try again in a moment.', { 'retry-after': '5' });
    },
  });
}

const isLoopback = (address: string) => address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1';
