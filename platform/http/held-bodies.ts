import type { FastifyReply, FastifyRequest } from 'fastify';
import { space } from '../space.ts';
import { refuse } from './refusal.ts';

/** Frees what it took. */
type Take = (bytes: number) => () => void;

/** Takes room for the body of a request, until that is replied to or has left. Called before it is read. @throws what a `take` throws */
export function holdBody(request: FastifyRequest, { raw }: FastifyReply, ...takes: Take[]): void {
  // Whoever has left in the meantime sends nothing more, and nothing would free what was taken.
  const bytes = raw.closed ? 0 : largestBody(request);
  for (const take of bytes > 0 ? takes : []) raw.once('close', take(bytes));
}

/** A body that does not say how long it is may be as long as its endpoint allows, and a longer one is not read. */
function largestBody({ headers, routeOptions: { bodyLimit } }: FastifyRequest): number {
  return headers['transfer-encoding'] ? bodyLimit : Math.min(Number(headers['content-length'] ?? 0), bodyLimit);
}

const ofAccounts = space({
  most: 32 * 1024 * 1024,
  refusal: () =>
    refuse(429, 'too_many_requests', 'Your account is sending more than 32 MB at the same time. Wait until some of it has arrived.', {
      'retry-after': '5',
    }),
});

/** Takes room for the body among those of an account. Forms have room of their own: see read-forms.ts. @throws Refusal 429 */
export function holdBodyOf(accountId: number, request: FastifyRequest, reply: FastifyReply): void {
  const isForm = request.headers['content-type']?.toLowerCase().startsWith('multipart/form-data') ?? false;
  if (!isForm) holdBody(request, reply, (bytes) => ofAccounts.take(accountId, bytes));
}
