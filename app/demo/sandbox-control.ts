import { setTimeout as pause } from 'node:timers/promises';

/** Where the warehouse of the sandbox sends its hints. */
export async function webhookTo(origin: string, url: string): Promise<void> {
  await tell(origin, 'webhooks', { target: 'amware', url, secret: 'demo-webhook-secret' });
}

/** Begins the demo's sales, dated as they come, or lets them go on where they were. A finished sale of the sample stays finished. */
export async function startDemoSales(origin: string): Promise<void> {
  await tell(origin, 'replay', { asOfNow: true });
}

const patienceMs = 20_000;

/** The sandbox starts beside us: it is asked until it answers. */
async function tell(origin: string, what: string, body: unknown): Promise<void> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const response = await fetch(`${origin}/control/${what}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    }).catch(() => null);
    if (response?.ok) return;
    if (response) throw new Error(`The sandbox refused ${what}: ${await response.text()}`);
    if (Date.now() > until) throw new Error('The sandbox does not answer.');
    await pause(100);
  }
}
