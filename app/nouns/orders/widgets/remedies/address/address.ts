import { type AddressField, addressFields } from '../../../../../base/addresses/address.ts';

/** An order's address as its form edits it. */
export type Address = Record<AddressField, string> & { id: number; revision: number; order_number: string };

/** The address of an order from its reply. */
export function readAddress(order: { id: number; revision: number; order_number: string; [column: string]: unknown }): Address {
  const texts = Object.fromEntries(addressFields.map((field) => [field, String(order[field] ?? '')])) as Record<AddressField, string>;
  return { ...texts, id: order.id, revision: order.revision, order_number: order.order_number };
}
