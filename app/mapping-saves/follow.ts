import type { Tenant } from '../../platform/tenant.ts';
import { checkChanged } from '../orders/checking/check.ts';
import { relink } from '../orders/checking/relink.ts';
import { delayRelease, type MappingKind } from '../orders/release/delay.ts';
import { takeBack } from '../orders/release/take-back.ts';
import { queueStockOfLocation } from '../stock-pushes/queue.ts';
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
  const orderIds = await takeBack(tenant, { connectionId, condition: kinds[kind].concerns(code) });
  await delayRelease(
    tenant,
    orderIds.map((orderId) => ({ orderId, kind, code })),
  );
  await checkChanged(tenant, orderIds);
  return orderIds;
}
