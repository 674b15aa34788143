import { asSentence } from '../../../ui/words/as-sentence.ts';

/** That an invitation did not go out, why where that is known, and what mends it. Browser-safe. */
export const notMailed = (because: string | null | undefined): string =>
  because
    ? `The mail was not taken: ${asSentence(because)} Send it again, or delete the invitation where its address is wrong.`
    : 'The mail could not be sent. Send it again.';
