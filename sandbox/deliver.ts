import type { Clock } from './clock.ts';
import type { FaultBook, FaultRequest } from './faults.ts';
import type { Schedule } from './schedule.ts';

/** A webhook on its way. `message` is called at each attempt, because a signature contains its time. */
export type Delivery = {
  url: string;
  message: () => { body: string; headers: Record<string, string> };
  retryAfterMs: number[];
  /** Called when one attempt got a 2xx reply, or the last one did not. */
  settled?: (reached: boolean) => void;
};

export type Deliver = (delivery: Delivery) => void;

export type Courier = { deliver: Deliver; stop: () => void };

const replyWithinMs = 10_000;
const lateMs = 1_500;

/** Sends webhooks for one stand-in: at least once, and again after each of the given waits until one gets a 2xx reply. */
export function createCourier(target: FaultRequest['target'], faults: FaultBook, schedule: Schedule, clock: Clock): Courier {
  const stopped = new AbortController();
  const attempt = async (delivery: Delivery, tries: number) => {
    const wait = delivery.retryAfterMs[tries];
    const reached = await sent(delivery, stopped.signal);
    if (stopped.signal.aborted) return;
    if (reached || wait === undefined) return delivery.settled?.(reached);
    schedule.at(clock.now() + wait, () => void attempt(delivery, tries + 1));
  };
  return {
    deliver: (delivery) => {
      const fault = faults.take({ target, operation: 'webhook', writes: true, lists: false });
      if (fault?.kind === 'drop_after_accept') return;
      if (fault?.kind === 'duplicate') void attempt(delivery, 0);
      const late = fault?.kind === 'out_of_order' || fault?.kind === 'slow' ? (fault.ms ?? lateMs) : 0;
      schedule.at(clock.now() + late, () => void attempt(delivery, 0));
    },
    stop: () => stopped.abort(),
  };
}

async function sent({ url, message }: Delivery, stopped: AbortSignal): Promise<boolean> {
  const { body, headers } = message();
  const signal = AbortSignal.any([stopped, AbortSignal.timeout(replyWithinMs)]);
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
      signal,
      redirect: 'manual',
    });
    await response.arrayBuffer();
    return response.ok;
  } catch {
    return false;
  }
}
