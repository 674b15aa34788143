import type { Result } from '../../contract.ts';
import { firstIssue, orderUnreadable } from '../../http/records.ts';
import type { ShopifyClient } from '../client.ts';
import { wholeOrder } from '../reading/whole.ts';
import { because } from '../reasons.ts';
import { order as orderShape, type WireOrder } from '../wire.ts';

/** An order as it is now, before something is done to it. */
export async function currentOrder(client: ShopifyClient, remoteId: string): Promise<Result<WireOrder>> {
  const found = await client.getOrder(remoteId);
  if (!found.ok) return found;
  if (found.value === null) return { ok: false, failure: { kind: 'not_found', reason: because({ code: 'shopify.no_order' }) } };
  const whole = await wholeOrder(client, found.value);
  if (!whole.ok) return whole;
  const parsed = orderShape.safeParse(whole.value);
  return parsed.success ? { ok: true, value: parsed.data } : orderUnreadable(firstIssue(parsed.error));
}
