import type { Tenant } from '../../../../platform/tenant.ts';
import { countNotLeft } from '../../order-flow/release/take-back.ts';
import { kinds } from '../saves/kinds.ts';
import type { Code } from './contract.ts';

/** How many orders that have not left go by this code's mapping. */
export function countStops(tenant: Tenant, connectionId: number, { kind, code }: Code): Promise<number> {
  return countNotLeft(tenant, { connectionId, condition: kinds[kind].concerns(tenant, [code]) });
}
