import { type SentenceOf, wordedBy } from '../../../../platform/sentences.ts';
import { type NounName, nouns } from '../../../base/nouns.ts';
import { labelOfVerb } from '../../../base/verbs/labels.ts';
import { type LooseGoods, wordGoods } from './goods.ts';
import { type OneAction, oneLabels } from './one-labels.ts';

type Many = { noun: NounName; verb: string };

/** What a run works on, or what a person did to what. A row keeps a code of these and its values. */
const subjects = {
  /** Of a connection. */
  stream: ({ stream }: { stream: string }) => stream,
  stock: () => 'stock',
  comparison: () => 'comparison',
  /** A file of records, or one phase of it. */
  file: ({ entity, phase }: { entity: string; phase?: 'check' | 'undo' }) => (phase ? `${phase}_of_${entity}` : entity),
  records: ({ noun }: { noun: NounName }) => nouns[noun].many,
  many: ({ noun, verb }: Many) => `${nouns[noun].many}: ${labelOfVerb(verb)}`,
  /** The run of this verb is taken back. */
  undo_of_many: ({ noun, verb }: Many) => `${nouns[noun].many}: Undo ${labelOfVerb(verb)}`,
  one: ({ name, action }: { name: string; action: OneAction }) => `${name}: ${oneLabels[action]}`,
  codes: ({ codes, action }: { codes: number; action: OneAction }) => `${codes} codes: ${oneLabels[action]}`,
  uploaded: ({ sku, profiles }: { sku: string; profiles: readonly string[] }) => `${sku}: Upload to ${profiles.join(', ')}`,
  uploaded_many: () => 'products: Upload',
  listing_file: ({ connection }: { connection: string }) => `Products of ${connection} from a file`,
  accepted: ({ order, quantity, sku }: { order: string; quantity: number; sku: string }) => `${order}: ${quantity} of ${sku} accepted`,
  assigned_receipt: ({ order, ...goods }: LooseGoods & { order: string }) => `${wordGoods(goods)}: assigned to ${order}`,
  receipt_set_aside: (goods: LooseGoods) => `${wordGoods(goods)}: set aside`,
};

export type RunSubject = SentenceOf<typeof subjects>;
/** Words what a run keeps as its subject. */
export const wordSubject = wordedBy(subjects);
