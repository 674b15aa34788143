import { type HookForm, signedMessage } from '../kit/webhooks.ts';

/** Signed over the raw body with the app's secret. Eight more attempts in four hours, after which a subscription is dropped. */
export const delivery = (domain: string, secret: string): HookForm => ({
  retryAfterMs: [10, 30, 60, 600, 1_800, 3_600, 3_600, 3_600].map((seconds) => seconds * 1000),
  mostFailures: 1,
  message: signedMessage('x-shopify-', ({ id, topic }, deliveries, signedWith) => ({
    ...{ topic: spoken(topic), 'webhook-id': `${id}-${deliveries}`, 'event-id': `event-${deliveries}` },
    ...{ 'shop-domain': domain, 'hmac-sha256': signedWith(secret) },
  })),
});

/** `FULFILLMENT_ORDERS_PLACED_ON_HOLD` is delivered as `fulfillment_orders/placed_on_hold`. */
const spoken = (topic: string) => topic.replace(/^(FULFILLMENT_ORDERS|ORDERS|PRODUCTS|APP)_/, '$1/').toLowerCase();
