import { type SentenceOf, wordedBy } from '../../../../platform/sentences.ts';
import { countedWords } from '../../../ui/words/counted-words.ts';
import { type IssueType, issueLabel } from '../../issues/issue.ts';

const parts = {
  text: ({ text }: { text: string }) => `“${text}”`,
  name: ({ name }: { name: string }) => name,
  ready: () => 'ready',
  attention: () => 'needs attention',
  held: () => 'on hold',
  not_held: () => 'not on hold',
  with_issue: () => 'with an issue',
  with_suggestion: () => 'address with a suggestion',
  issue: ({ type }: { type: IssueType }) => `issue “${issueLabel(type)}”`,
  locked: () => 'locked',
  not_locked: () => 'not locked',
  assigned: () => 'assigned to you',
  archived: () => 'archived',
  not_archived: () => 'not archived',
  country: ({ country }: { country: string }) => `country ${country}`,
  shipping: ({ shipping }: { shipping: string }) => `shipping ${shipping}`,
  shipping_not_mapped: () => 'shipping not mapped',
  tag: ({ name }: { name: string }) => `tag “${name}”`,
  no_tags: () => 'without tags',
  no_category: () => 'no category',
  location: ({ location }: { location: string }) => `in ${location}`,
  low_stock: () => 'low stock',
  out_of_stock: () => 'out of stock',
  linked: () => 'linked',
  not_linked: () => 'not linked',
  gone: () => 'no longer named by the warehouse',
  not_known: () => 'not known to the warehouse',
  field: ({ field, value }: { field: string; value: string }) => `${field.replaceAll('_', ' ')}: ${value.replaceAll('_', ' ')}`,
};

/** One thing that narrows an export. */
export type ChoicePart = SentenceOf<typeof parts>;
const wordPart = wordedBy(parts);

const longest = 200;

const sentences = {
  /** Records that were ticked, or named by a call. */
  records: ({ count, one, many }: { count: number; one: string; many: string }) => countedWords(count, one, many),
  narrowed: ({ parts }: { parts: ChoicePart[] }) =>
    parts
      .map((part) => wordPart(part))
      .join(', ')
      .slice(0, longest),
};

/** What an export is narrowed to. A row keeps a code of these and its values. */
export type ExportChoice = SentenceOf<typeof sentences>;
/** Words what an export keeps of it, for the list of files. */
export const wordChoice = wordedBy(sentences);

/** The same as the audit keeps it: how many records, or what narrows them. */
export const auditedChoice = (choice: ExportChoice): number | Record<string, unknown>[] =>
  choice.code === 'records'
    ? choice.count
    : choice.parts.map(({ code, ...values }) =>
        'field' in values ? { [values.field]: values.value } : { [code]: Object.values(values)[0] ?? true },
      );

/** So many parts are kept: a call may name thousands. */
const mostParts = 50;

/** The choice that these parts make; null without any. */
export const narrowedBy = (parts: ChoicePart[]): ExportChoice | null =>
  parts.length === 0 ? null : { code: 'narrowed', parts: parts.slice(0, mostParts) };

/** The same choice with this text in place of the words that its records were found by. */
export const withText = (choice: ExportChoice, text: string): ExportChoice =>
  choice.code === 'narrowed'
    ? { ...choice, parts: choice.parts.map((part): ChoicePart => (part.code === 'text' ? { ...part, text } : part)) }
    : choice;
