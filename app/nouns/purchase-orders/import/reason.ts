import { Invalid, type Refusal } from '../../../../platform/http/refusal.ts';

/** Why a purchase order may not be changed so, as a sentence. */
export const reasonOf = (refusal: Refusal | Invalid): string =>
  refusal instanceof Invalid ? (Object.values(refusal.fields).flat()[0] ?? refusal.message) : refusal.message;
