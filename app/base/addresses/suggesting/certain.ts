import { addressLabels } from '../address.ts';
import { isMended, type Suggestion, suggestAddress } from './suggest.ts';
import { type SuggestedField, suggestedFields } from './suggested-fields.ts';

type Address = Readonly<Record<SuggestedField, string | null>>;
/** A field that is written otherwise; empty where there is nothing. */
export type Written = { field: SuggestedField; from: string; to: string };

/** How an address is written so that nothing is missing; null where that is not certain. */
export function certainOf(address: Address): Suggestion | null {
  const suggestion = suggestAddress(address);
  return isMended(address, suggestion) ? suggestion : null;
}

/** The fields that a suggestion writes otherwise, in the order in which a person reads them. */
export const writtenOtherwise = (address: Address, suggestion: Suggestion): Written[] =>
  suggestedFields.flatMap((field) => {
    const to = suggestion[field];
    return to === undefined ? [] : [{ field, from: address[field] ?? '', to }];
  });

/** What is suggested, as in `Country: Germany → DE.`; null where nothing is certain. */
export function suggestedInWords(address: Address): string | null {
  const suggestion = certainOf(address);
  if (suggestion === null) return null;
  const changes = writtenOtherwise(address, suggestion);
  return `${changes.map(({ field, from, to }) => `${addressLabels[field]}: ${from || 'none'} → ${to || 'none'}`).join(', ')}.`;
}
