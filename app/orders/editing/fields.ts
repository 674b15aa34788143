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

/** Each field as the order's page calls it. */
export const fieldLabels: Record<EditableColumn, string> = {
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
};

/** Any field's label, also of one that nobody edits. */
export const labelOf = (field: string) => fieldLabels[field as EditableColumn] ?? field.replaceAll('_', ' ');

/** Of one item, as many as an order can ask for. */
export const mostOfOneItem = 1_000_000;

/** How a line is named among what changed. */
export const lineField = (id: number) => `line:${id}`;
