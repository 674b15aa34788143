import { type HookForm, headersOf, signatureOf } from '../kit/webhooks.ts';

/** Signed over the raw body with the app's secret. Eight more attempts in four hours, after which a subscription is dropped. */
export const delivery = (domain: string, secret: string): HookForm => ({
  retryAfterMs: [10, 30, 60, 600, 1_800, 3_600, 3_600, 3_600].map((seconds) => seconds * 1000),
  mostFailures: 1,
  message: (hook, record, deliveries) => {
    const body = JSON.stringify(record);
    const ids = { 'webhook-id': `${hook.id}-${deliveries}`, 'event-id': `event-${deliveries}` };
    const proof = { 'shop-domain': domain, 'hmac-sha256': signatureOf(body, secret) };
    return { body, headers: headersOf('x-shopify-', { topic: spoken(hook.topic), ...ids, ...proof }) };
  },
});

/** `FULFILLMENT_ORDERS_PLACED_ON_HOLD` is delivered as `fulfillment_orders/placed_on_hold`. */
function spoken(topic: string): string {
  const resource = /^(FULFILLMENT_ORDERS|ORDERS|PRODUCTS|APP)_/.exec(topic)?.[1] ?? '';
  return `${resource}/${topic.slice(resource.length + 1)}`.toLowerCase();
}
