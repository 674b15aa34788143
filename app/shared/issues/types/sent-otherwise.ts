import type { Reason } from '../../../../connectors/contract.ts';
import { type SentenceOf, wordedBy } from '../../../../platform/sentences.ts';
import { wordReason } from '../../../base/reasons.ts';
import { itemIssues } from './items.ts';
import { mappingIssues } from './mapping.ts';

type Change = { was: string; is: string };

/** What an order would wait for, if it were checked now: a link or mapping that it lacks. */
const lacking = {
  ...mappingIssues.unmapped_sku.sentences,
  ...mappingIssues.unmapped_shipping.sentences,
  ...mappingIssues.unmapped_location.sentences,
  ...itemIssues.product_gone.sentences,
};
export type Lacking = SentenceOf<typeof lacking>;
export const wordLacking = wordedBy(lacking);

/** Why the warehouse does not replace what it has. */
const reasons = {
  sending: () => 'It is being sent.',
  picking: () => 'The warehouse is picking it already.',
  packed: () => 'The warehouse has packed it.',
  part_shipped: () => 'A part of it has shipped.',
  left: () => 'It has left.',
  cancelling: () => 'The warehouse has been asked to cancel it.',
  apart: () => 'It travels with orders that go otherwise.',
  kept: () => 'It was kept as it was sent.',
  unable: () => 'The warehouse cannot change an order that it has.',
  incomplete: ({ lacks }: { lacks: Lacking }) => wordLacking(lacks),
  not_replaced: ({ connection, reason }: { connection: string; reason: Reason }) =>
    `${connection} did not replace it: ${wordReason(reason)}`,
};
export type KeptBecause = SentenceOf<typeof reasons>;

/** A link, mapping or rule that an order was sent by has changed since. `isKnown`: whether it is known what should have been sent. */
export type SentOtherwise = { changes: readonly Change[]; isKnown: boolean; why: KeptBecause };

/** An issue of the type changed_after_release. */
export const sentOtherwise = {
  subject: 'mapping',
  inWords({ changes, isKnown, why }: SentOtherwise): string {
    const sent = changes.map(({ was }) => was).join(', ');
    const should = isKnown ? ` It should be ${changes.map(({ is }) => is).join(', ')}.` : '';
    return `The warehouse has ${sent} of this order, by a link, mapping or rule that has changed since.${should} ${wordedBy(reasons)(why)} Cancel the order to call it back, or keep it as it was sent.`;
  },
};
