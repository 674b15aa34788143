import type { CancelDecision, CancelRequest, Result } from '../../contract.ts';
import { isOpen, isOurs } from '../reading/states.ts';
import { because } from '../reasons.ts';
import { granted } from '../refusals.ts';
import type { Opened } from '../settings.ts';
import { digitsOf, type FulfillmentOrder, type WireOrder } from '../wire.ts';
import { currentOrder } from './order.ts';

const isAsked = ({ requestStatus }: FulfillmentOrder) => requestStatus === 'CANCELLATION_REQUESTED';

/** The seller asks all of ours in an order back. Where it is a part, the order is held, and a person decides. */
export function cancelRequestOf({ fulfillmentOrders }: WireOrder, locations: readonly string[]): CancelRequest | null {
  const open = fulfillmentOrders.nodes.filter((one) => isOurs(one, locations) && isOpen(one));
  if (open.length === 0 || !open.every(isAsked)) return null;
  const requests = open.flatMap(({ merchantRequests }) => merchantRequests.nodes);
  const ids = (requests.length > 0 ? requests : open).map(({ id }) => digitsOf(id));
  return {
    ...{ id: ids.join(','), reason: requests.find(({ message }) => message !== '')?.message ?? null },
    handle: open.map(({ id }) => id).join(','),
  };
}

/** What is still asked back of what was, by the same request: one made since is not decided yet. Shopify shows the seller the message. */
export async function decideCancel(
  { client }: Opened,
  { remoteOrderId, requestId, handle, decision }: CancelDecision,
): Promise<Result<null>> {
  const order = await currentOrder(client, remoteOrderId);
  if (!order.ok) return order;
  const named = new Set((handle ?? '').split(','));
  const requests = new Set(requestId.split(','));
  const isSame = ({ merchantRequests: { nodes } }: FulfillmentOrder) => nodes.every(({ id }) => requests.has(digitsOf(id)));
  const open = order.value.fulfillmentOrders.nodes.filter((one) => named.has(one.id) && isAsked(one) && isSame(one));
  if (open.length === 0) return { ok: false, failure: { kind: 'not_found', reason: because({ code: 'shopify.no_request' }) } };
  for (const { id } of open) {
    const accepts = decision === 'accepted';
    const call = accepts
      ? client.acceptCancel(id, 'Nothing of it leaves.')
      : client.rejectCancel(id, 'It is too late: the goods are on their way out.');
    const decided = granted(await call);
    if (!decided.ok) return decided;
  }
  return { ok: true, value: null };
}
