/** The fields that say where goods go, in the order in which a person writes them. Browser-safe. */
export const placeFields = ['customer_name', 'company_name', 'address', 'address_2', 'city', 'state', 'postal_code', 'country'] as const;

/** All fields of an address in that order. */
export const addressFields = [...placeFields, 'customer_phone', 'customer_email'] as const;
export type AddressField = (typeof addressFields)[number];
/** An address as the columns of an order have it. */
export type AddressValues = Record<AddressField, string | null>;

export const addressLabels: Record<AddressField, string> = {
  customer_name: 'Customer Name',
  company_name: 'Company',
  address: 'Address Line 1',
  address_2: 'Address Line 2',
  city: 'City',
  state: 'State',
  postal_code: 'Postal Code',
  country: 'Country',
  customer_phone: 'Phone',
  customer_email: 'E-mail',
};

/** What the warehouse needs before it can send to an address, and what a sentence calls it; where it needs it says missing.ts. */
export const neededWords = {
  customer_name: 'name',
  address: 'street',
  city: 'city',
  state: 'state',
  postal_code: 'postal code',
  country: 'country',
} as const;
export type NeededField = keyof typeof neededWords;
