/** A field of the order as the warehouse gets it that presets and field mappings may set. */
export type RuledField = { name: string; description: string };

/** Those that every warehouse has. What a person edited stays, whatever a rule says. Browser-safe. */
export const ruledFields: readonly RuledField[] = [
  { name: 'shipping_code', description: 'Shipping Method: the code of one of the warehouse’s' },
  { name: 'warehouse_code', description: 'Warehouse: the code of the building that it leaves from' },
  { name: 'note', description: 'Note' },
  { name: 'company_name', description: 'Company' },
  { name: 'customer_phone', description: 'Phone' },
  { name: 'customer_email', description: 'E-mail' },
];

/** Of the order itself; all others go to the warehouse beside it. */
export const isOfOrder = (name: string) => ruledFields.some((field) => field.name === name);

/** The order's fields that a field mapping may read, as people call them. */
export const sourceColumns: Record<string, string> = {
  source_order_number: 'Order number at the channel',
  source_ref_num: 'PO number',
  source_status: 'Status at the channel',
  store_id: 'Store ID',
  store_name: 'Store',
  currency: 'Currency',
  customer_id: 'Customer ID',
  customer_name: 'Customer Name',
  customer_email: 'E-mail',
  customer_phone: 'Phone',
  company_name: 'Company',
  city: 'City',
  state: 'State',
  postal_code: 'Postal Code',
  country: 'Country',
  note: 'Note',
  source_shipping: 'Shipping code at the channel',
  source_shipping_description: 'Shipping description at the channel',
};
