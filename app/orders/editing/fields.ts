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
] as const;
export type EditableColumn = (typeof editableColumns)[number];

/** Each field that somebody may change, here or at the channel, as the order's page calls it. */
export const fieldLabels: Record<string, string> = {
  customer_name: 'Customer Name',
  customer_phone: 'Phone',
  customer_email: 'E-mail',
  company_name: 'Company',
  address: 'Address Line 1',
  address_2: 'Address Line 2',
  city: 'City',
  state: 'State',
  postal_code: 'Postal Code',
  country: 'Country',
  note: 'Note',
  shipping_code: 'Shipping Method',
  source_ref_num: 'PO Number',
  source_status: 'Source Status',
  source_shipping: 'Source Shipping',
  source_shipping_description: 'Source Shipping Description',
  shipping_cost: 'Shipping Cost',
  tax_cost: 'Tax',
  total_cost: 'Order Total',
};

export const labelOf = (field: string) => fieldLabels[field] ?? field.replaceAll('_', ' ');

/** Of one item, as many as an order can ask for. */
export const mostOfOneItem = 1_000_000;

/** How a line is named among what changed. */
export const lineField = (id: number) => `line:${id}`;
