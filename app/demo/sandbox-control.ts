import { setTimeout as pause } from 'node:timers/promises';

/** Sets the address for the sandbox warehouse's webhooks. */
export async function webhookTo(origin: string, url: string): Promise<void> {
  await tell(origin, 'webhooks', { target: 'amware', url, secret: 'demo-webhook-secret' });
}

/** Starts or resumes the demo's sales, a quarter of them through ChannelAdvisor, dated as they arrive. A finished replay of the sample stays finished. */
export async function startDemoSales(origin: string): Promise<void> {
  await tell(origin, 'replay', { asOfNow: true, channelAdvisorPercent: 25 });
}

const patienceMs = 20_000;

/** Retries until the sandbox, which starts at the same time, replies. */
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
    if (Date.now() > until) throw new Error('The sandbox cannot be reached.');
    await pause(100);
  }
}
