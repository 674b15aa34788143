import { setTimeout as pause } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { allowance } from '../allowance.ts';

/** Whoever is told "not signed in" or "too many" so often does not listen: told at once, they would ask again at once. */
const afterMs = 1_000;
const refused = new Set([401, 429]);

/**
 * Refusals come a second late to an account, or else an address, that had `mostAMinute` of them. Each request costs its sender a second
 * then, and this process next to nothing.
 */
export function refuseLate(app: FastifyInstance, { mostAMinute, accountOf }: Options): void {
  if (mostAMinute === Number.POSITIVE_INFINITY) return;
  const quick = allowance(mostAMinute, () => new Error());
  const isQuick = (who: number | string) => {
    try {
      quick.take(who);
      return true;
    } catch {
      return false;
    }
  };
  app.addHook('onSend', async (request, reply) => {
    if (!refused.has(reply.statusCode) || isQuick(accountOf(request.headers.cookie) ?? request.ip)) return;
    await pause(afterMs, undefined, { ref: false });
  });
}

type Options = { mostAMinute: number; accountOf: (cookie: string | undefined) => number | null };
