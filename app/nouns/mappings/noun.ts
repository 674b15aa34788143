import type { Noun } from '../../shared/noun/noun.ts';
import { undoRule } from './rules/put-back.ts';

/** Presets and field mappings. They are saved and deleted one at a time, each page has those of one connection. */
export const rulesNoun: Noun<'rules'> = {
  name: 'rules',
  undo: { save: undoRule, delete: undoRule },
  ...{ bulk: null, import: null, export: null, discussed: null, words: null, search: null, views: null },
};
