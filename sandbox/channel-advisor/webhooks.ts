import { createHmac } from 'node:crypto';
import type { Deliver } from '../deliver.ts';
import type { Collection } from '../kit/collection.ts';
import { orderType } from './entities.ts';
import { render } from './odata/page.ts';
import { parseQuery } from './odata/query.ts';
import type { AdvisorOrder } from './order.ts';

/** `WebhookEventType` and `WebhookEndpointStatus` of the metadata. */
export const eventTypes = [
  ...(['PaymentCleared', 'SellerFulfillmentStatusChanged', 'ExternalFulfillmentStatusChanged', 'CancellationStarted'] as const),
  ...(['CancellationFinalized', 'RefundStarted', 'RefundFinalized', 'SellerManagedOrderPaymentCleared'] as const),
] as const;
export type EventType = (typeof eventTypes)[number];
export const statuses = ['Deleted', 'Enabled', 'Disabled', 'Suspended'] as const;

export type Hook = { Name: string; Status: (typeof statuses)[number]; WebhookUri: string; SigningSecret: string; EventTypes: EventType[] };
export type Hooks = Collection<Hook>;

/** Tells the subscriptions of what happened to an order: the order itself, signed. */
export type Tell = (event: EventType, order: AdvisorOrder) => void;

export const telling =
  (hooks: Hooks, deliver: Deliver): Tell =>
  (event, order) => {
    for (const hook of hooks.all().filter(({ Status, EventTypes }) => Status === 'Enabled' && EventTypes.includes(event)))
      deliver({ url: hook.WebhookUri, message: () => signed(order, hook), retryAfterMs: [5_000, 60_000] });
  };

const everything = { $expand: 'Items($expand=Adjustments),Fulfillments($expand=Items),Adjustments' };

function signed(order: AdvisorOrder, { SigningSecret }: Hook) {
  const body = JSON.stringify(render(order, orderType, parseQuery(everything, orderType)));
  return { body, headers: { 'x-signature': createHmac('sha256', SigningSecret).update(body).digest('base64') } };
}
