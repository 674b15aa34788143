import type { Nullable } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import type { ImportCause } from '../../../shared/imports/contract.ts';
import type { AlsoCreates, ImportEntity } from '../../../shared/imports/entity.ts';
import type { Reading } from '../../../shared/imports/reading/encodings/guess.ts';
import type { Encoding } from '../../../shared/imports/reading/encodings/list.ts';
import type { TableFormat } from '../../../shared/imports/reading/table.ts';
import type { Run } from '../../../shared/runs/contract.ts';
import type { KeptCause } from './causes/count.ts';
import type { Creatable } from './causes/too-many-new.ts';
import type { EntityWords } from './entities.ts';
import type { Mapping } from './running/import-row.ts';

/** A row of the statement that lists imports. */
export type ImportListRow = Columns<
  'imports',
  | 'id'
  | 'state'
  | 'file_name'
  | 'create_categories'
  | 'created'
  | 'changed'
  | 'unchanged'
  | 'wrong'
  | 'applied'
  | 'kept'
  | 'problem'
  | 'created_at'
  | 'applied_at'
  | 'undone_at'
  | 'run_id'
  | 'listing_report_by'
  | 'discarded_at'
> & { entity: ImportEntity['name']; connection: Columns<'connections', 'slug' | 'name'> | null; format: TableFormat; mapping: Mapping } & {
  causes: KeptCause[];
  also_creates: AlsoCreates | null;
  /** The import whose wrong rows this one has, mended; and the newest that has those of this one. */
  continues: OtherImport | null;
  continued_by: OtherImport | null;
  requested_by: Nullable<Columns<'users', 'name'>>['name'];
};

type OtherImport = Columns<'imports', 'id' | 'file_name'>;

/** An import as its page shows it. */
export type ShownImport = Omit<ImportListRow, 'format' | 'entity' | 'problem' | 'causes'> & {
  causes: ImportCause[];
  /** Why it ended, in words. */
  problem: string | null;
  entity: Pick<ImportEntity, 'name' | 'number'> & EntityWords;
  /** In which encodings the file could be read; none of one that is Unicode. */
  readings: Reading[];
  encoding: Encoding;
  /** A person has to choose one of them. */
  isUnsure: boolean;
  /** How the file is read, in words. */
  read: string;
  columns: { name: string; title: string; at: number | null; isKey: boolean }[];
  headers: string[];
  examples: string[][];
  /** Headers of the file that nothing is read from. */
  ignored: string[];
  /** What else it may create, where a person wants that. */
  creates: Creatable | null;
  run: Run | null;
};
