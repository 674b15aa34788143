import type { DateStyle } from '../../platform/date-style.ts';
import { type SentenceOf, wordedBy } from '../../platform/sentences.ts';
import { countedWords } from '../ui/words/counted-words.ts';
import { type EditSentence, wordPurchaseRefusal } from './purchase-refusals.ts';

/** What the records of a file are called. */
type Noun = { noun: { one: string; many: string } };
/** What followed elsewhere: orders that go by new links, and sentences about what the warehouse has. */
export type Followed = { orders: number; atWarehouse: string[] };

/** Says how many orders go by new links, as a sentence that follows another. */
export const followWords = ({ orders, atWarehouse }: Followed): string =>
  [
    ...(orders === 0 ? [] : [`${countedWords(orders, 'order follows', 'orders follow')} them; what is ready leaves in ten seconds.`]),
    ...atWarehouse,
  ]
    .map((sentence) => ` ${sentence}`)
    .join('');

const write = (count: number) => count.toLocaleString('en-US');

type Checked = Record<'created' | 'changed' | 'unchanged' | 'wrong', number>;
/** `leftOut`: rows that could not be applied any longer. */
type Applied = Record<'applied' | 'unchanged' | 'wrong', number> & { leftOut?: number } & Noun & { followed: Followed | null };

/** `count`: new records of a file; `room`: how many more there can be, of `most`. */
type TooMany = Record<'count' | 'room' | 'most', number> & Noun;

const tooMany = (does: string, { count, room, most, noun }: TooMany) => {
  const records = countedWords(count, `new ${noun.one}`, `new ${noun.many}`);
  return `The file ${does} ${records}, and there is room for ${room === 0 ? 'none' : `only ${write(room)}`}: there can be ${write(most)}.`;
};

const imported = ({ applied, unchanged, wrong, leftOut = 0, noun, followed }: Applied) => {
  const left = [
    unchanged > 0 && `, ${write(unchanged)} unchanged`,
    wrong > 0 && `, ${write(wrong)} wrong and left out`,
    leftOut > 0 && `, ${write(leftOut)} left out for what changed since the check`,
  ].filter(Boolean);
  return `${countedWords(applied, noun.one, noun.many)} imported${left.join('')}.${followed === null ? '' : followWords(followed)}`;
};

const undone = ({ undone, kept, noun }: { undone: number; kept: number } & Noun) => {
  const left = kept > 0 ? `; ${countedWords(kept, noun.one, noun.many)} left as ${kept === 1 ? 'it is' : 'they are'}` : '';
  return `${countedWords(undone, noun.one, noun.many)} as before the import${left}.`;
};

/** `left`: rows without a value in the mapping column. */
type Listings = Record<'listings' | 'linked' | 'left', number> & { followed: Followed };

/** Why an import ended, and changed nothing. */
const importProblems = {
  import_failed: () => 'There was an error importing items.  Please try again later',
  undo_failed: () => 'It was not undone: that failed three times, and nothing of it was changed. Try again later.',
  listings_failed: () => 'There was an error uploading file and processing orders',
  import_killed: () =>
    'Nothing of it was done: it was begun five times, and the process that did it ended each time. Split the file, and import its parts.',
  undo_killed: () =>
    'It was not undone: that was begun five times, and the process that did it ended each time. Ask whoever runs this server for more memory.',
  starter_left: () => 'Nothing of it was done: whoever asked for it is no longer in the team.',
  undo_starter_left: () => 'It was not undone: whoever asked for that is no longer in the team.',
  starter_may_not: () => 'Nothing of it was done: the role of whoever asked for it no longer allows it.',
  undo_starter_may_not: () => 'It was not undone: the role of whoever asked for that no longer allows it.',
  no_room: () =>
    'Your account has no room for the rows of this file. Cancel imports that wait, delete files that nobody needs, or split it.',
  file_gone: () => 'The file is gone.',
  too_many_rows: ({ most }: { most: number }) => `The file has more than ${write(most)} rows. Split it.`,
  line_too_long: ({ row }: { row: number }) =>
    `Row ${row} is one line of more than a million characters. Save the table as CSV again, and import that file.`,
  quotes_open: ({ row }: { row: number }) =>
    `Row ${row} is one of many in which a quote is opened and never closed. Save the table as CSV again, and import that file.`,
  header_too_long: () => 'Its first row goes on for more than 64 kB. Save the table as CSV again, with one line a row.',
  nul_in_header: () => 'Its header has NUL characters, which no text has. Save the table as CSV again, for example as “CSV UTF-8”.',
  full_of_nuls: () => 'It has NUL characters, which no text has. Save the table as CSV again, for example as “CSV UTF-8”.',
  too_many_new: (them: TooMany) =>
    `${tooMany('names', them)} Choose another column for them, create none, or delete ${them.noun.many} that you no longer use first.`,
  /** Of the records that its rows are. */
  too_many_records: (them: TooMany) => `${tooMany('has', them)} Leave some out, or delete ${them.noun.many} that nobody needs first.`,
  /** Of imports that ended so before they left such records out. */
  record_refused: ({ record, because }: { record: string; because: EditSentence }, style: DateStyle) =>
    `Nothing was applied. ${record}: ${wordPurchaseRefusal(because, style)} Check the file again.`,
};

/** What became of a file. A row keeps a code of these and its values. */
export const importOutcomes = {
  ...importProblems,
  import_checked: ({ created, changed, unchanged, wrong }: Checked) =>
    `Checked: ${write(created)} to create, ${write(changed)} to change, ${write(unchanged)} unchanged, ${write(wrong)} wrong. Nothing is changed yet.`,
  imported,
  import_undone: undone,
  import_cancelled: () => 'Cancelled. Nothing was changed.',
  listings_read: ({ listings, linked, left, followed }: Listings) =>
    `${countedWords(listings, 'listing was', 'listings were')} read, ${write(linked)} linked to products.${followWords(followed)}${
      left > 0 ? ` ${countedWords(left, 'row has', 'rows have')} no value in the mapping column.` : ''
    }`,
};

export type ImportProblem = SentenceOf<typeof importProblems>;
export type ImportOutcome = SentenceOf<typeof importOutcomes>;
export const wordImport = wordedBy(importOutcomes);
