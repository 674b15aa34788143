import { placeFields } from '../address.ts';

/** The fields of an address that a suggestion may write otherwise. Browser-safe. */
export const suggestedFields = placeFields;
export type SuggestedField = (typeof suggestedFields)[number];
