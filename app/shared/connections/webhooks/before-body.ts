import type { FastifyReply, FastifyRequest } from 'fastify';
import { holdBody } from '../../../../platform/http/held-bodies.ts';
import { refuse } from '../../../../platform/http/refusal.ts';
import { space } from '../../../../platform/space.ts';
import type { Engine } from '../../../base/worker-context.ts';
import { webhookPlace } from './contract.ts';
import { hintsForAll } from './for-all.ts';
import { hintsAt } from './verify.ts';

type Place = Awaited<ReturnType<typeof hintsAt>>;

const mb = 1024 * 1024;
const refusal = () => refuse(429, 'too_many', 'Too many webhooks arrive at the same time. Send it again later.', { 'retry-after': '30' });

/** What webhooks that arrive at the same time may have together: who sends them is not known before they have been read. */
const upTo = (most: number) => space({ most, refusal });
const [ofConnections, ofSenders, ofAll] = [upTo(4 * mb), upTo(16 * mb), upTo(64 * mb)];

/**
 * What is known of a webhook before anything of its body is read: the connection at its address, null where it is for all of a vendor's.
 * @throws Refusal 401, 404 where nothing takes it; 429 while too much arrives
 */
export async function beforeBody(engine: Engine, request: FastifyRequest, reply: FastifyReply): Promise<Place | null> {
  const { data } = webhookPlace.safeParse(request.params);
  const place = data ? await hintsAt(engine, data) : null;
  if (!data) hintsForAll(engine, String((request.params as { connector?: string }).connector));
  holdBody(
    request,
    reply,
    (bytes) => ofSenders.take(request.ip, bytes),
    (bytes) => ofAll.take('', bytes),
    (bytes) => ofConnections.take(data ? `${data.account}|${data.connection}` : '', bytes),
  );
  return place;
}
