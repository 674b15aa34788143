import type { z } from 'zod';
import type { SearchedNoun } from '../../../platform/words/searched-noun.ts';
import type { NounName } from '../../base/nouns.ts';
import type { DiscussedNoun } from '../comments/records.ts';
import type { ExportNoun } from '../exports/export-file.ts';
import type { ImportEntity } from '../imports/entity.ts';
import type { BulkNoun } from '../runs/bulk/noun.ts';
import type { UndoRun } from '../runs/undo-api.ts';
import type { ViewContent } from '../views/lists.ts';
import type { SearchNoun } from './search.ts';

/**
 * What the engines need to know of a noun, in the `noun.ts` of its folder; `entities/all.ts` has all of them. A part that is left out does
 * not compile: null says that the noun goes without.
 */
export type Noun<Name extends NounName = NounName> = {
  name: Name;
  /** What can be done with many of its records at once, and how that is taken back. */
  bulk: BulkNoun | null;
  /** How what was done to a single record is taken back from Activity, by the name of the action. */
  undo: Readonly<Record<string, UndoRun>>;
  /** How its records are read from CSV files, and taken back. */
  import: ImportEntity | null;
  /** What a CSV file of its records consists of, and the calls that start one. */
  export: ExportNoun | null;
  /** By which words its records are found. */
  words: SearchedNoun | null;
  /** How the search of the header finds them, which `finds` in `base/nouns.ts` names; `entities/hits.ts` says how a hit is shown. */
  search: SearchNoun | null;
  /** How one that people comment on, assign or put tags on is found; null where they do not. */
  discussed: DiscussedNoun | null;
  /** What a saved view of its list may ask for. */
  views: z.ZodType<ViewContent> | null;
};
