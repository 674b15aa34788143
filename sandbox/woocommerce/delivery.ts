import { createHash } from 'node:crypto';
import { type HookForm, signatureOf } from '../kit/webhooks.ts';

/**
 * Signed over the body as it is sent. One attempt each; more than five failures in a row switch the subscription off: the count is looked
 * at before it is raised, so that is the seventh (`failed_delivery` of class-wc-webhook.php).
 */
export const delivery = (address: () => string): HookForm => ({
  ...{ retryAfterMs: [], mostFailures: 7 },
  message: (hook, record, deliveries) => {
    const sent = JSON.stringify(record);
    const [resource = '', event = ''] = hook.topic.split('.');
    return {
      body: sent,
      headers: {
        ...{ 'x-wc-webhook-source': `${address()}/`, 'x-wc-webhook-topic': hook.topic, 'x-wc-webhook-resource': resource },
        ...{ 'x-wc-webhook-event': event, 'x-wc-webhook-id': String(hook.id) },
        'x-wc-webhook-signature': signatureOf(sent, hook.secret),
        'x-wc-webhook-delivery-id': createHash('md5').update(`${hook.id}-${deliveries}`).digest('hex'),
      },
    };
  },
});
