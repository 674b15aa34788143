import { createHmac } from 'node:crypto';
import type { Clock } from '../clock.ts';
import type { Deliver } from '../deliver.ts';
import type { Schedule } from '../schedule.ts';
import type { WarehouseAccount, WarehouseEvent } from './account.ts';

/** The address of a client's webhook, and its signing secret. */
export type Hook = { url: string; secret: string };

const minute = 60_000;
const retryAfterMs = [5_000, 5 * minute, 30 * minute, 120 * minute, 300 * minute, 600 * minute];
const gatherMs = 100;
const mostIds = 100;

/** Sends changes to a client's webhook. Changes within a tenth of a second are one delivery. */
export function notifyHook(account: WarehouseAccount, hookOf: () => Hook | undefined, deliver: Deliver, schedule: Schedule, clock: Clock) {
  const gathered = new Map<WarehouseEvent, Set<string>>();
  let deliveries = 0;
  const send = (event: WarehouseEvent) => {
    const ids = [...(gathered.get(event) ?? [])];
    gathered.delete(event);
    const hook = hookOf();
    if (!hook) return;
    for (let from = 0; from < ids.length; from += mostIds) {
      deliveries += 1;
      const id = `dlv_${clock.now().toString(36)}_${deliveries}`;
      const body = JSON.stringify({ id, event, occurred_at: new Date(clock.now()).toISOString(), ids: ids.slice(from, from + mostIds) });
      deliver({ url: hook.url, message: () => ({ body, headers: signed(id, body, hook.secret, clock) }), retryAfterMs });
    }
  };
  account.onEvent((event, id) => {
    if (!hookOf()) return;
    const ids = gathered.get(event);
    if (ids) return void ids.add(id);
    gathered.set(event, new Set([id]));
    schedule.at(clock.now() + gatherMs, () => send(event));
  });
}

function signed(id: string, body: string, secret: string, clock: Clock): Record<string, string> {
  const seconds = Math.floor(clock.now() / 1000);
  const signature = createHmac('sha256', secret).update(`${seconds}.${body}`).digest('hex');
  return { 'Amware-Delivery': id, 'Amware-Signature': `t=${seconds},v1=${signature}` };
}
