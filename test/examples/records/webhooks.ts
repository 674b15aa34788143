import { createSubscription } from '../../../app/shared/webhooks/subscriptions/commands.ts';
import { inTenant } from '../../../platform/tenant.ts';
import type { Shop } from '../shop.ts';
import type { Records } from './records.ts';

let count = 0;

const webhook = async ({ own, ann }: Shop) => {
  const body = { name: `Ledger ${++count}`, url: 'https://ledger.example.com/crossdock', types: ['order.shipped' as const] };
  const { id } = await inTenant(own.database, ann, (tenant) => createSubscription(tenant, own.web.parts.engine.seal, body));
  return { id };
};
/** With an event that is on its way to it. */
const delivery = async (shop: Shop) => {
  const { id } = await webhook(shop);
  const sequence = await shop.find(`insert into event_counters (account_id, last_sequence) values ($1, 1)
    on conflict (account_id) do update set last_sequence = event_counters.last_sequence + 1 returning last_sequence as id`);
  const event = await shop.find(
    `insert into events (account_id, type, record_id, sequence) values ($1, 'order.shipped', 7, $2) returning id`,
    ...[sequence],
  );
  const deliveryId = await shop.find(
    'insert into event_deliveries (account_id, subscription_id, event_id) values ($1, $2, $3) returning id',
    ...[id, event],
  );
  return { id, deliveryId };
};

const webhookOfDelivery = async (shop: Shop) => ({ id: (await delivery(shop)).id });

export const ofWebhooks: Records = {
  'PUT /api/event-subscriptions/:id': webhook,
  'DELETE /api/event-subscriptions/:id': webhook,
  'PUT /api/event-subscriptions/:id/state': webhook,
  'POST /api/event-subscriptions/:id/test': webhook,
  'POST /api/event-subscriptions/:id/secret': webhook,
  'DELETE /api/event-subscriptions/:id/former-secret': webhook,
  'GET /api/event-subscriptions/:id/deliveries': webhookOfDelivery,
  'GET /api/event-subscriptions/:id/deliveries/:deliveryId': delivery,
  'POST /api/event-subscriptions/:id/deliveries/:deliveryId/replay': delivery,
  'POST /api/event-subscriptions/:id/replay': webhookOfDelivery,
};
