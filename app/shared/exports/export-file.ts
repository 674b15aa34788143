import type { RawBuilder } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { NounName } from '../../base/nouns.ts';
import type { ExportCall } from './export-call.ts';

/** What an export is asked for, from its row: the records in its range, or with a selection the targets of its run. */
export type ExportRange = Columns<
  'exports',
  'order_status' | 'connection_id' | 'start_at' | 'end_at' | 'file_rows' | 'selection' | 'run_id'
>;
/** What a noun needs to say what its file consists of. */
export type FileRequest = ExportRange & Columns<'exports', 'filter'>;
/** How a noun is exported. */
export type ExportNoun = {
  /** What a file of its records consists of. */
  file: (request: FileRequest) => ExportFile;
  /** What starts one. */
  calls: readonly ExportCall[];
};
/** The nouns whose records are exported. */
export type ExportNouns = Readonly<Record<NounName, { export: ExportNoun | null }>>;

/** What a file consists of, and how it is named. */
export type ExportFile = {
  name: string;
  noun: { one: string; many: string };
  failed: string;
  /** Fixes what is in it, before it is counted. */
  fix?: (tenant: Tenant) => Promise<void>;
  count: (tenant: Tenant) => Promise<number>;
  /** The query of its rows, in their order, or of a part of them. Its values are literals, because COPY takes no parameters. */
  rows: (tenant: Tenant, part: RawBuilder<unknown>) => RawBuilder<unknown>;
  /** Conditions that cut the rows into parts, in their order. Only of a file that an index has in its order and as a whole. */
  parts?: (tenant: Tenant) => Promise<RawBuilder<unknown>[]>;
};
