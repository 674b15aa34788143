import { sql } from 'kysely';
import type { Noun } from '../../shared/noun/noun.ts';
import { viewed } from '../../shared/views/lists.ts';
import { itemBulk } from '../catalogue/bulk/verbs.ts';
import { itemColumns } from '../catalogue/columns.ts';
import { itemList } from '../catalogue/contract.ts';
import { itemsExportCalls } from '../catalogue/export/calls.ts';
import { itemsFile } from '../catalogue/export/item-file.ts';
import { undoDeletion } from '../catalogue/items/undo-deletion.ts';
import type { Kind } from '../catalogue/kinds.ts';
import { itemWords } from '../catalogue/words/item-words.ts';
import { itemsEntity } from './import/entity.ts';
import { itemSearch } from './search/find.ts';

const views = viewed(itemList.query.omit({ page: true }), itemColumns);

const itemNoun = <Name extends Kind>(name: Name): Noun<Name> => ({
  name,
  bulk: itemBulk[name],
  undo: { delete: (tenant, group) => undoDeletion(tenant, name, group) },
  import: itemsEntity(name),
  // The calls of both kinds are the same ones.
  export: { file: (range) => itemsFile(name, range), calls: name === 'products' ? itemsExportCalls : [] },
  discussed: { name: sql`sku`, from: sql`${sql.table(name)} where true` },
  words: itemWords[name],
  search: itemSearch(name),
  views,
});

export const itemNouns = { products: itemNoun('products'), raw_materials: itemNoun('raw_materials') };
