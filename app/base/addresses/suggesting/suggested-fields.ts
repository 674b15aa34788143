import type { AddressField } from '../address.ts';

/** The fields of an address that a suggestion may write otherwise. Browser-safe. */
export const suggestedFields = [
  'customer_name',
  'company_name',
  'address',
  'address_2',
  'city',
  'state',
  'postal_code',
  'country',
] as const;
export type SuggestedField = (typeof suggestedFields)[number] & AddressField;
