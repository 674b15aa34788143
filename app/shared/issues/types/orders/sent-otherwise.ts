type Change = { was: string; is: string };

/** An issue of the type changed_after_release: a link, mapping or rule that an order was sent by has changed since. */
export const sentOtherwise = {
  subject: 'mapping',
  /** `isKnown`: whether it is known what should have been sent. `why`: why the warehouse does not replace it, as a sentence. */
  sentence: ({ changes, isKnown, why }: { changes: readonly Change[]; isKnown: boolean; why: string }): string => {
    const sent = changes.map(({ was }) => was).join(', ');
    const should = isKnown ? ` It should be ${changes.map(({ is }) => is).join(', ')}.` : '';
    return `The warehouse has ${sent} of this order, by a link, mapping or rule that has changed since.${should} ${why} Cancel the order to call it back, or keep it as it was sent.`;
  },
};
