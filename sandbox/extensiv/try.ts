import { manualClock } from '../clock.ts';
import { startSandbox } from '../sandbox.ts';
import { extensiv } from './stand-in.ts';

/** What the tests of this folder share: a 3PL with goods whose people do only what a test says. */
export async function startWarehouse() {
  const clock = manualClock('2026-11-21T10:00:00Z');
  const sandbox = await startSandbox({ clock, catalogue: 'empty' });
  const customer = sandbox.control.of(extensiv);
  customer.pace.stepMs = null;
  for (const sku of ['MUG', 'CUP']) {
    customer.items.add({ sku, name: `A ${sku.toLowerCase()}`, upc: null });
    customer.deliveries.add({ sku, building: 2, place: 'A-01', lot: null, expires: null, onHand: 500 });
  }
  return { sandbox, customer, clock };
}

export const settings = (origin: string) => ({
  ...{ client_id: 'demo-extensiv-client', client_secret: 'demo-extensiv-secret', user_login: 'crossdock', customer_id: '143' },
  ...{ tpl_key: '01234567-89ab-cdef-0123-456789abcdef', facility_id: '', base_url: `${origin}/extensiv` },
});

const lines = [
  { lineReference: 'l-1', sku: 'MUG', quantity: 4 },
  { lineReference: 'l-2', sku: 'CUP', quantity: 2 },
];

export const order = (reference: string) => ({
  ...{ reference, orderNumbers: ['100-1', 'SO-1'], methodCode: 'UPS/03', warehouseId: null, note: null, fields: {}, lines },
  shipTo: {
    ...{ name: 'Alex Doe', company: null, line1: '1 Main Street', line2: null, city: 'Austin', state: 'TX' },
    ...{ postalCode: '78701', country: 'US', phone: null, email: null },
  },
});

export const notice = (reference: string) => ({
  ...{ reference, warehouseId: '2', orderNumbers: ['PO-1'], expectedAt: null, carrier: 'Maersk', freightNumber: 'MAEU-1' },
  lines: lines.map((line) => ({ ...line, lot: null, expectedAt: null })),
});
