import type { Noun } from '../../shared/noun/noun.ts';
import { linksExport } from './export/calls.ts';
import { linksEntity } from './import/entity.ts';
import { listingWords } from './listings/listing-words.ts';

/** What the SKUs of channels are in the warehouse. They are linked one connection at a time, so that nothing is done with all at once. */
export const linksNoun: Noun<'links'> = {
  name: 'links',
  undo: {},
  import: linksEntity,
  export: linksExport,
  words: listingWords,
  ...{ bulk: null, discussed: null, search: null, views: null },
};
