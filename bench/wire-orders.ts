import { hash, pick } from '../sandbox/seeded.ts';
import { completeOrder, type NewOrder } from '../sandbox/ship-station/order.ts';
import { renderOrder } from '../sandbox/ship-station/wire.ts';

/** How many lines an order has: 1 to 5, 3 on average. Each order goes to an address of its own, so that none are combined. */
export const linesOf = (number: number) => 1 + (hash(`lines:${number}`) % 5);
export const skuCount = 2_000;
export const sku = (n: number) => `BENCH-${String(n % skuCount).padStart(5, '0')}`;
export const skuName = (n: number) =>
  `${pick(colours, `colour:${n % skuCount}`)} ${pick(things, `thing:${n % skuCount}`)} no. ${n % skuCount}`;
/** The services of orders, and the warehouse's method for each. */
export const services = { ups_ground: 'UPSGR', fedex_home_delivery: 'FDXHD', ups_standard: 'UPSST' } as const;

/** Order `number` of the made-up shop; the same on every machine. */
export function newOrder(number: number): NewOrder {
  const person = `${pick(firstNames, `first:${number}`)} ${pick(lastNames, `last:${number}`)}`;
  const [city, state, postalCode] = pick(places, `place:${number}`);
  return {
    orderNumber: `B-${100_000 + number}`,
    customerId: 70_000 + (hash(`customer:${number}`) % 50_000),
    customerEmail: `customer${number}@example.com`,
    customerNotes: number % 10 === 0 ? 'Please leave it with the neighbour.' : null,
    serviceCode: pick(Object.keys(services), `service:${number}`),
    shippingAmount: '4.95',
    taxAmount: '1.20',
    shipTo: {
      name: person,
      company: null,
      street1: `${number} Harbour Road`,
      street2: null,
      city,
      state,
      postalCode,
      country: 'US',
      phone: '+1 555 0100',
    },
    items: Array.from({ length: linesOf(number) }, (_, line) => {
      const n = hash(`sku:${number}:${line}`);
      return { sku: sku(n), name: skuName(n), quantity: 1 + (n % 3), unitPrice: `${1 + (n % 40)}.${10 + (n % 90)}` };
    }),
  };
}

/** Orders `from` to `to` as one page of V1's `/orders`. */
export function wirePage(from: number, to: number, of: number): string {
  const size = to - from;
  const orders = Array.from({ length: size }, (_, at) =>
    renderOrder(completeOrder(newOrder(from + at), 5_000_000_001 + from + at, wallClock + from + at)),
  );
  return JSON.stringify({ orders, total: of, page: 1 + from / size, pages: Math.ceil(of / size) });
}

const wallClock = Date.UTC(2026, 4, 4, 9);
const firstNames = ['Ada', 'Ben', 'Chidi', 'Dora', 'Elif', 'Femi', 'Grace', 'Hugo', 'Iris', 'Jonas', 'Kaya', 'Linus'];
const lastNames = ['Abbott', 'Brandt', 'Castillo', 'Dubois', 'Eriksen', 'Farrow', 'Grant', 'Hoang', 'Ivanova', 'Jensen'];
const colours = ['Red', 'Green', 'Ivory', 'Black', 'Oak', 'Brass', 'Blue', 'Clear'];
const things = ['tea light holder', 'lunch box', 'picture frame', 'door mat', 'mug', 'cushion cover', 'storage jar', 'wall clock'];
const places = [
  ['Austin', 'TX', '78701'],
  ['Portland', 'OR', '97201'],
  ['Boston', 'MA', '02108'],
  ['Denver', 'CO', '80202'],
  ['Chicago', 'IL', '60601'],
] as const;
