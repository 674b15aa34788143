import { setTimeout as pause } from 'node:timers/promises';

/** Sets the address for the sandbox warehouse's webhooks. */
export async function webhookTo(origin: string, url: string): Promise<void> {
  await tell(origin, 'webhooks', { target: 'amware', url, secret: 'demo-webhook-secret' });
}

/**
 * Starts or resumes the demo's sales, a quarter of them through ChannelAdvisor, dated as they arrive. A finished replay of the sample stays
 * finished.
 */
export async function startDemoSales(origin: string): Promise<void> {
  await tell(origin, 'replay', { asOfNow: true, channelAdvisorPercent: 25 });
}

export type NetsuiteCompany = Record<'accountId' | 'zone' | 'clientId' | 'certificateId' | 'privateKey', string>;

/** The credentials that an administrator of the sandbox's NetSuite hands over. */
export const netsuiteCompany = (origin: string): Promise<NetsuiteCompany> => ask(origin, 'netsuite').then((reply) => reply.json());

type Purchase = { number: string; expected: string; lines: { sku: string; quantity: number; location: number; expected: string }[] };

/** Enters purchase orders in the sandbox's NetSuite, with the items that they name. */
export async function enterPurchases(origin: string, orders: Purchase[]): Promise<void> {
  const skus = new Set(orders.flatMap(({ lines }) => lines.map(({ sku }) => sku)));
  await tell(origin, 'netsuite/items', { items: [...skus].map((sku) => ({ sku })) });
  await tell(origin, 'netsuite/purchase_orders', { orders });
}

type Goods = { sku: string; quantity: number };

/** Goods arrive that a vendor has announced to the warehouse without telling anybody here. */
export async function deliverUnasked(origin: string, reference: string, lines: Goods[]): Promise<void> {
  await announceTo(origin, reference, lines);
  await receiveAt(origin, reference, lines);
}

/** Announces goods to the warehouse by its own door, and returns its name for the announcement. */
export async function announceTo(origin: string, reference: string, lines: Goods[]): Promise<string> {
  const announced = lines.map((line, at) => ({ ...line, line_reference: String(at + 1) }));
  const reply = await tell(origin, 'amware/asns', { reference, warehouse_id: 'KY1', lines: announced });
  return ((await reply.json()) as { id: string }).id;
}

/** All of an announcement comes, and nothing more. */
export async function receiveAt(origin: string, reference: string, lines: Goods[]): Promise<void> {
  await tell(origin, `amware/asns/${reference}/receive`, { lines, close: true });
}

/** The warehouse sends some of what came back to its vendor. */
export async function sendBackFrom(origin: string, reference: string, goods: Goods): Promise<void> {
  await tell(origin, `amware/asns/${reference}/return`, goods);
}

/** Gives the warehouse an item, where it does not have it. */
export async function stockItem(origin: string, item: { sku: string; name: string; units: number }): Promise<void> {
  await tell(origin, 'amware/items', { items: [item] });
}

/** Enters orders at the shop. */
export async function enterOrders(
  origin: string,
  orders: { orderNumber: string; items: { sku: string; quantity: number }[] }[],
): Promise<void> {
  await tell(origin, 'ship_station/orders', { orders });
}

const patienceMs = 20_000;

const tell = (origin: string, what: string, body: unknown): Promise<Response> =>
  ask(origin, what, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** Retries until the sandbox, which starts at the same time, replies. */
async function ask(origin: string, what: string, request?: RequestInit): Promise<Response> {
  const until = Date.now() + patienceMs;
  for (;;) {
    const response = await fetch(`${origin}/control/${what}`, request).catch(() => null);
    if (response?.ok) return response;
    if (response) throw new Error(`The sandbox refused ${what}: ${await response.text()}`);
    if (Date.now() > until) throw new Error('The sandbox cannot be reached.');
    await pause(100);
  }
}
