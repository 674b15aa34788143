import type { FastifyRequest } from 'fastify';
import { refuse, refuseWith } from '../../../../platform/http/refusal.ts';
import type { KeyOfCall } from '../../../../platform/signed-in.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { keepingBack } from '../../../nouns/orders/acting/held-back.ts';
import { allows } from '../../../people/keys/scopes.ts';

type Asked = { request: Pick<FastifyRequest, 'headers'>; session: { key?: KeyOfCall } };

export const mayRelease = ({ key }: Asked['session']): boolean => allows(key?.scopes ?? [], 'release_orders');

/** For a call by which goods leave in some cases alone. @throws Refusal 403 */
export function requireRelease(session: Asked['session'], what: string): void {
  if (mayRelease(session)) return;
  throw refuseWith({ scope: 'release_orders' }, 403, 'lacks_scope', `${what} This takes a key with the scope release_orders, too.`);
}

/**
 * Before these orders end, or go to somebody else: another that waits because of one of them may leave by that.
 * @throws Refusal 400, 403
 */
export async function requireReleaseOfOthers(tenant: Tenant, { request, session }: Asked, orderIds: readonly number[]): Promise<void> {
  const [first, ...more] = await keepingBack(tenant, orderIds);
  if (first === undefined) return;
  const others = more.length === 0 ? '' : ` and ${more.length} more`;
  requireRelease(session, `Another order with the same goods waits because of the order ${first}${others}, and may leave after this.`);
  if (request.headers['idempotency-key'] === undefined) throw noName();
}

/** Of a call by which goods can leave. */
export const noName = () =>
  refuse(
    400,
    'no_idempotency_key',
    'Goods can leave by this call: name it in the header Idempotency-Key, so that it acts once if you send it twice.',
  );
