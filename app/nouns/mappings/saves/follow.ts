import type { Tenant } from '../../../../platform/tenant.ts';
import { checkChanged } from '../../order-flow/checking/check.ts';
import { relink } from '../../order-flow/checking/relink.ts';
import { delayRelease, type MappingKind } from '../../order-flow/release/delay.ts';
import { takeBack } from '../../order-flow/release/take-back.ts';
import { queueStockOfLocation } from '../../stock-out/queue.ts';
import { kinds } from './kinds.ts';

/**
 * Takes the orders back that go by this code of the channel and have not left, and checks them by what it means now. None of
 * them leaves as long as the save can be undone. Returns them.
 */
export async function followMapping(
  tenant: Tenant,
  kind: MappingKind,
  { connectionId, code }: { connectionId: number; code: string },
): Promise<number[]> {
  if (kind === 'product') return relink(tenant, { connectionId, skus: [code] });
  if (kind === 'location') await queueStockOfLocation(tenant, connectionId, code);
  const orderIds = await takeBack(tenant, { connectionId, condition: kinds[kind].concerns(tenant, [code]) });
  await delayRelease(
    tenant,
    orderIds.map((orderId) => ({ orderId, kind, code })),
  );
  await checkChanged(tenant, orderIds, { connectionId, of: kind, code });
  return orderIds;
}
