import type { Noun } from '../../../shared/noun/noun.ts';
import { undoField } from './stored.ts';

/** The fields of channels' orders that every account may map: the portal's, so that an account has no files, views or words of them. */
export const mappableFieldsNoun: Noun<'mappable_fields'> = {
  name: 'mappable_fields',
  undo: { add: undoField, delete: undoField },
  ...{ bulk: null, import: null, export: null, discussed: null, words: null, search: null, views: null },
};
