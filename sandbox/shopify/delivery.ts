import { type HookForm, signatureOf } from '../kit/webhooks.ts';

/** Signed over the raw body with the app's secret. Eight more attempts in four hours, after which a subscription is dropped. */
export const delivery = (domain: string, secret: string): HookForm => ({
  retryAfterMs: [10, 30, 60, 600, 1_800, 3_600, 3_600, 3_600].map((seconds) => seconds * 1000),
  mostFailures: 1,
  message: (hook, record, deliveries) => {
    const body = JSON.stringify(record);
    return {
      body,
      headers: {
        ...{ 'x-shopify-topic': spoken(hook.topic), 'x-shopify-shop-domain': domain, 'x-shopify-webhook-id': `${hook.id}-${deliveries}` },
        ...{ 'x-shopify-event-id': `event-${deliveries}`, 'x-shopify-hmac-sha256': signatureOf(body, secret) },
      },
    };
  },
});

/** `FULFILLMENT_ORDERS_PLACED_ON_HOLD` is delivered as `fulfillment_orders/placed_on_hold`. */
function spoken(topic: string): string {
  const resource = /^(FULFILLMENT_ORDERS|ORDERS|PRODUCTS|APP)_/.exec(topic)?.[1] ?? '';
  return `${resource}/${topic.slice(resource.length + 1)}`.toLowerCase();
}
