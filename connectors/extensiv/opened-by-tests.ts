import { expect, onTestFinished } from 'vitest';
import type { WarehouseOrder } from '../contract.ts';
import { openedAt } from '../contract-suite/opened.ts';
import { extensiv } from './connector.ts';
import { credential, startExtensiv, type Vendor, vendorOf } from './edge.ts';

/** A session of a 3PL that a test has made, and what it was asked. */
export async function openVendor(changes: Partial<Vendor> = {}, settings: Record<string, string> = {}, now?: () => Date) {
  const vendor = vendorOf(changes);
  const edge = await startExtensiv(vendor);
  onTestFinished(edge.stop);
  const values = { ...credential, customer_id: '143', facility_id: '', base_url: edge.origin, ...settings };
  const session = openedAt(edge.origin, extensiv, values, now);
  const warehouse = extensiv.warehouse?.(session) ?? expect.unreachable('it is a warehouse');
  return { vendor, edge, warehouse, identify: () => extensiv.identify(session) };
}

export const anOrder = (changes: Partial<WarehouseOrder> = {}): WarehouseOrder => ({
  ...{ reference: 'order-99', orderNumbers: ['SO-99', '100-7'], methodCode: 'UPS/03', warehouseId: '2', note: 'Leave it', fields: {} },
  shipTo: {
    ...{ name: 'Anna Lindqvist', company: null, line1: '12 Mill Lane', line2: null, city: 'Leeds', state: null },
    ...{ postalCode: 'LS1 4DY', country: 'GB', phone: null, email: null },
  },
  lines: [{ lineReference: 'line-1', sku: 'MUG', quantity: 6 }],
  ...changes,
});
