import { tryRule } from '../../app/nouns/mappings/rules/try.ts';
import { lockTravelling } from '../../app/nouns/order-flow/lock-orders.ts';
import { retryOrders } from '../../app/nouns/order-flow/release/retry.ts';
import { closeAndRetry } from '../../app/nouns/purchase-orders/actions/clear-errors.ts';
import type { PlanCase } from './explained.ts';

/** A few orders, and what is theirs. */
const ofFew = 600;

/** What is read to act on an order, of all that an account ever had. */
export const acting = (newest: number): PlanCase[] => [
  { name: 'acting: what travels with an order', most: ofFew, ask: (tenant) => lockTravelling(tenant, [newest - 400]) },
  { name: 'acting: what failed of an order', most: ofFew, ask: (tenant) => retryOrders(tenant, [newest - 400]) },
  { name: 'acting: what failed of a purchase order', most: ofFew, ask: (tenant) => closeAndRetry(tenant, [1]) },
  {
    name: 'mappings: a rule is tried on an order that is not there',
    most: ofFew,
    ask: (tenant) => tryRule(tenant, 1, 'NOWHERE', { mapping: null } as never).catch(() => undefined),
  },
];
