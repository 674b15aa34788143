import { Webhook } from 'standardwebhooks';
import type { Headers } from '../../../../connectors/http/headers.ts';

/** As the Standard Webhooks say; with two secrets, while they are exchanged, two signatures. */
export function headersOf(id: string, body: string, secrets: readonly string[], at: Date): Headers {
  return {
    'content-type': 'application/json',
    'user-agent': 'Crossdock',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at.getTime() / 1_000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}
