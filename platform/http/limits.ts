import rateLimit from '@fastify/rate-limit';
import underPressure from '@fastify/under-pressure';
import type { FastifyInstance } from 'fastify';
import { refuse } from './refusal.ts';

type Limits = {
  perMinute: number;
  /** How far behind its events the process may be, in ms, before callers are asked to come again; 0 is any. */
  longestLagMs: number;
  trustProxy: boolean;
};

/**
 * A caller's requests a minute, counted by address; and a polite 503 while the process cannot keep up. Without a trusted
 * proxy, loopback is this machine itself, or a proxy whose callers we cannot tell apart: it is not counted.
 */
export async function limits(app: FastifyInstance, { perMinute, longestLagMs, trustProxy }: Limits): Promise<void> {
  // Waited for: it attaches itself to the routes that come after it.
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
    // A sample without two readings counts as endless lag: so long a sample has none only when the lag is at least the longest.
    sampleInterval: 2 * longestLagMs,
    pressureHandler: async (request) => {
      if (request.routeOptions.config?.quiet) return;
      request.log.warn({ lagMs: Math.round(app.memoryUsage().eventLoopDelay) }, 'behind its events: a request was sent away');
      throw refuse(503, 'overloaded', 'The server is busy just now. Try again in a moment.', { 'retry-after': '5' });
    },
  });
}

const isLoopback = (address: string) => address === '127.0.0.1' || address === '::1' || address === '::ffff:127.0.0.1';
