import { addressLabels } from '../../../base/addresses/address.ts';

/** What a person may change on an order that is not with the warehouse. Browser-safe. */
export const editableColumns = [
  'customer_name',
  'customer_phone',
  'customer_email',
  'company_name',
  'address',
  'address_2',
  'city',
  'state',
  'postal_code',
  'country',
  'note',
  'shipping_code',
  'warehouse_code',
] as const;
export type EditableColumn = (typeof editableColumns)[number];

/** Those that the channel sends; the others are mapped. */
export const channelColumns = editableColumns.filter((column) => column !== 'shipping_code' && column !== 'warehouse_code');

/**
 * What a person set a field to. A warehouse is nobody's choice while the mappings say it: null then, and to set it to null gives it back to
 * them.
 */
export const chosenOf = <Column extends EditableColumn>(
  order: { [Each in Column]: string | null } & { edited_fields: readonly string[] },
  column: Column,
): string | null => (column === 'warehouse_code' && !order.edited_fields.includes(column) ? null : order[column]);

/** The labels of all fields that a person or the channel may change. */
export const fieldLabels: Record<string, string> = {
  ...addressLabels,
  note: 'Note',
  shipping_code: 'Shipping Method',
  warehouse_code: 'Warehouse',
  source_order_number: 'Source Order Number',
  source_ref_num: 'PO Number',
  source_status: 'Source Status',
  source_shipping: 'Source Shipping',
  source_shipping_description: 'Source Shipping Description',
  shipping_cost: 'Shipping Cost',
  tax_cost: 'Tax',
  total_cost: 'Order Total',
};

export const labelOf = (field: string) => fieldLabels[field] ?? field.replaceAll('_', ' ');

/** The largest quantity of one line. */
export const mostOfOneItem = 1_000_000;

/** The key of a line in a list of changes. */
export const lineField = (id: number) => `line:${id}`;
export const isLine = (field: string) => field.startsWith('line:');
