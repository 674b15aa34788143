import { Agent, request } from 'node:http';
import { orderBody } from '../connectors/amware/translate.ts';
import { startSandbox } from './flow.ts';
import { newOrder, services } from './wire-orders.ts';

/** As many concurrent calls as the product makes: three lanes of twelve, to each side. */
const atOnce = 72;

/** Orders an hour of the sandbox's own calls, in a bare loop: each order is submitted, then marked as shipped, and nothing is stored. */
export async function bareCalls(orders: number, latencyMs: number): Promise<number> {
  const { running, origin, control } = await startSandbox({ latencyMs, lifted: true });
  try {
    const { orderIds } = await control<{ orderIds: number[] }>('POST', 'ship_station/orders', {
      orders: Array.from({ length: orders }, (_, number) => newOrder(number)),
    });
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
    const call = (path: string, authorization: string, body: unknown) => post(agent, origin + path, authorization, JSON.stringify(body));
    const waiting = orderIds.entries();
    const one = async () => {
      for (const [number, orderId] of waiting) {
        await call('/amware/v1/orders', 'Bearer demo-amware-key', warehouseOrder(number));
        await call('/ship-station/orders/markasshipped', basic, { orderId, carrierCode: 'ups', trackingNumber: `1Z${orderId}` });
      }
    };
    const started = performance.now();
    await Promise.all(Array.from({ length: atOnce }, one));
    return (orders * 3_600_000) / (performance.now() - started);
  } finally {
    await running.stop();
  }
}

const basic = `Basic ${Buffer.from('demo-key:demo-secret').toString('base64')}`;

function warehouseOrder(number: number) {
  const { orderNumber, shipTo, serviceCode, items } = newOrder(number);
  const text = (value: string | null | undefined) => value ?? '';
  return orderBody({
    reference: `bare-${number}`,
    orderNumbers: [orderNumber],
    methodCode: services[serviceCode as keyof typeof services],
    warehouseId: null,
    shipTo: {
      name: text(shipTo?.name),
      company: null,
      line1: text(shipTo?.street1),
      line2: null,
      city: text(shipTo?.city),
      state: text(shipTo?.state),
      postalCode: text(shipTo?.postalCode),
      country: text(shipTo?.country),
      phone: null,
      email: null,
    },
    note: null,
    fields: {},
    lines: items.map(({ sku, quantity }, line) => ({ lineReference: String(line), sku, quantity })),
  });
}

function post(agent: Agent, url: string, authorization: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { authorization, 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...idempotency(body) };
    const sent = request(url, { agent, method: 'POST', headers }, (response) => {
      const refused = (response.statusCode ?? 500) > 299;
      response.resume().once('end', () => (refused ? reject(new Error(`${url} replied ${response.statusCode}`)) : resolve()));
    });
    sent.once('error', reject).end(body);
  });
}

/** The warehouse requires an order's reference as its idempotency key. */
function idempotency(body: string): Record<string, string> {
  const reference = /"reference":"([^"]+)"/.exec(body)?.[1];
  return reference === undefined ? {} : { 'idempotency-key': reference };
}
