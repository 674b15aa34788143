import type { Noun } from '../../shared/noun/noun.ts';
import { undoDeletion } from './stored.ts';

/** The tags themselves, which people manage under Settings. Those of a record, and of many, are `app/shared/tags`. */
export const tagsNoun: Noun<'tags'> = {
  name: 'tags',
  undo: { delete: undoDeletion },
  ...{ bulk: null, import: null, export: null, discussed: null, words: null, search: null, views: null },
};
