import type { z } from 'zod';
import type { Tenant } from '../../../../platform/tenant.ts';
import { getPurchaseOrder } from '../../../nouns/purchase-orders/detail/queries.ts';
import { found } from '../call.ts';
import { wholeOf, type wholePurchaseOrder } from './shapes.ts';

/** A purchase order as its call replies it. @throws Refusal 404 */
export const readPurchaseOrder = async (tenant: Tenant, id: number): Promise<z.output<typeof wholePurchaseOrder>> =>
  wholeOf(found(await getPurchaseOrder(tenant, id)));
