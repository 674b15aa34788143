import type { Tenant } from '../../../platform/tenant.ts';
import { keepingStock } from '../../nouns/orders/acting/held-back.ts';
import type { Decision } from '../v1/issues/decisions.ts';
import type { OpenIssue } from '../v1/issues/read.ts';

/** Whether goods may leave by a decision about an issue: its own, or others' that wait for the stock of an order that ends by it. */
export const goodsMayLeave = async (tenant: Tenant, { order_id }: OpenIssue, { sendsGoods }: Decision): Promise<boolean> =>
  sendsGoods || (order_id !== null && (await keepingStock(tenant, [order_id], { isEnded: true })).length > 0);
