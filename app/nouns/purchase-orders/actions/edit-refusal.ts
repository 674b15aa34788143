import { type Invalid, invalid, type Refusal } from '../../../../platform/http/refusal.ts';
import { type EditSentence, wordPurchaseRefusal } from '../../../base/purchase-refusals.ts';

/** Why an edit is refused: as a call replies, and as a row of a run keeps it. */
export class EditRefusal extends Error {
  readonly reply: Refusal | Invalid;
  readonly sentence: EditSentence;

  constructor(sentence: EditSentence, reply: Refusal | Invalid) {
    super(reply.message);
    this.reply = reply;
    this.sentence = sentence;
  }
}

/** A line of an edit, by its place there. */
export type LineField = `lines.${number}`;

/** One that a field of the edit is the reason of. */
export const wrongField = (field: LineField | 'mapped_warehouse', sentence: EditSentence): EditRefusal =>
  new EditRefusal(sentence, invalid({ [field]: [wordPurchaseRefusal(sentence)] }));
