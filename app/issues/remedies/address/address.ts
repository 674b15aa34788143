import { countriesWithoutPostalCodes, countriesWithStates } from '../../../addresses/required-parts.ts';

/** In the order in which a person writes an address. */
export const addressFields = [
  'customer_name',
  'company_name',
  'address',
  'address_2',
  'city',
  'state',
  'postal_code',
  'country',
  'customer_phone',
  'customer_email',
] as const;
export type AddressField = (typeof addressFields)[number];
export type Address = Record<AddressField, string> & { id: number; revision: number; order_number: string };

export const addressLabels: Record<AddressField, string> = {
  customer_name: 'Name',
  company_name: 'Company',
  address: 'Address line 1',
  address_2: 'Address line 2',
  city: 'City',
  state: 'State',
  postal_code: 'Postal code',
  country: 'Country',
  customer_phone: 'Phone',
  customer_email: 'E-mail',
};

/** An address out of an order as the API gives it. */
export function readAddress(order: { id: number; revision: number; order_number: string; [column: string]: unknown }): Address {
  const texts = Object.fromEntries(addressFields.map((field) => [field, String(order[field] ?? '')])) as Record<AddressField, string>;
  return { ...texts, id: order.id, revision: order.revision, order_number: order.order_number };
}

/** What an address still needs before the warehouse can send to it; the server's check says the same. */
export function missingFrom(address: Record<AddressField, string>): AddressField[] {
  const country = address.country.trim().toUpperCase();
  const needed: AddressField[] = ['customer_name', 'address', 'city', 'country'];
  if (countriesWithStates.includes(country)) needed.push('state');
  if (!countriesWithoutPostalCodes.includes(country)) needed.push('postal_code');
  return addressFields.filter((field) => needed.includes(field) && address[field].trim() === '');
}
