import type { RawBuilder } from 'kysely';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Pack } from '../../base/changes/packed.ts';
import type { Followed } from '../../base/import-outcomes.ts';
import type { FiledRecord } from '../exports/files-of.ts';
import type { OutcomeSentence } from '../runs/outcome-sentences.ts';
import type { Expected } from './expectations.ts';
import type { Problem } from './problems.ts';

/** What is wrong with a cell, and what would be right. */
export type Wrong = { problem: Problem; expected: Expected };

/** A cell that was read: its value, empty for none, or what is wrong with it. */
export type Cell = string | Wrong;

/** A column of an entity's files. */
export type ImportColumn = {
  /** As files name it, and as the statements of the entity do. */
  name: string;
  title: string;
  /** Other names that files give it. */
  also?: readonly string[];
  /** For the sample file; null where that does without it. */
  sample: string | null;
  /** A record that there is keeps what it has. */
  onlyOfNew?: true;
  /** The same where the cell is empty. */
  emptyStays?: true;
  /** Reads a cell that is neither empty nor damaged. A value that the record has already is right whatever this finds. */
  read: (text: string) => Cell;
};

/** What the statements of an entity are told about an import. */
export type ImportJob = {
  importId: number;
  /** The group of changes that it makes, or made: see base/changes/packed.ts. */
  group: number;
  /** The connection whose records they are; null for those of no connection. */
  connectionId: number | null;
  /** The names of the columns that the file has; of the others nothing is changed. */
  columns: readonly string[];
  createCategories: boolean;
  /**
   * Whether a record that the check did not find may be created without looking for it again, which costs most rows nothing but time.
   * Where one is there after all, the database refuses it, and everything is applied anew without this.
   */
  trustsCheck: boolean;
};

/** Chunks of an import by their numbers, from 0; the last is one of them. */
export type ChunkRange = { first: number; last: number };

/**
 * A kind of record that files are imported for. The engine reads, checks cells, finds repeated keys, counts, applies in one
 * transaction, stores what an undo needs; the entity says what its columns are and how rows become records. To add one, write
 * such a value and put it into the noun's `noun.ts`.
 */
export type ImportEntity = {
  name: FiledRecord;
  /** By which calls name it: the specification's 1 and 2; from 3 on, our own. */
  number: number;
  /** What a row is, where it is not one of its records. */
  rows?: { one: string; many: string };
  /** The first is the key: it names the record, and every file has it. */
  columns: readonly [ImportColumn, ...ImportColumn[]];
  /** Several rows may share a key: the columns that name one of them. `current` gets keys of these, see row-key.ts. */
  rowNames?: readonly string[];
  /** Keys that differ only by case name one record. */
  foldsCase?: true;
  /** An empty cell leaves alone what it would set, instead of emptying it. */
  emptyStays?: true;
  /** Its records belong to one connection, which every import names. */
  isOfConnection?: true;
  /** Headers of our own exports that are not read. */
  notRead?: readonly string[];
  /** Quotes are data, and cells that are missing at the end of a row leave alone what they would set. */
  isListing?: true;
  /** Values that are known before a file is read, such as categories: a second reader of cells. */
  prepare?: (tenant: Tenant, job: ImportJob) => Promise<Partial<Record<string, (text: string) => Cell>>>;
  /**
   * A query over the relation `input (n int, is_wrong bool, <columns> text)` that returns `n`, `code`, `seen` and, where the code is w,
   * also `column_name`, `problem` and `expected`, sentences of problems.ts and expectations.ts. Codes: c creates, u changes, s stays as
   * it is, w is wrong. `seen`: a text that stands for what there is, by which `apply` finds what somebody changed since.
   */
  judge: (tenant: Tenant, job: ImportJob) => RawBuilder<unknown>;
  /** After the last row was judged: marks as wrong what only the rows together show. */
  judgeAll?: (tenant: Tenant, job: ImportJob) => Promise<void>;
  /** For these keys, what the records have: `key`, and `was` as a JSON object of texts by column. */
  current: (tenant: Tenant, keys: string[], job: ImportJob) => RawBuilder<unknown>;
  /** Records of another kind that rows name, and that an import creates where a person wants that: see `createCategories`. */
  missing?: Missing;
  /** Before the first row is applied. */
  before?: (tenant: Tenant, job: ImportJob) => Promise<void>;
  /**
   * Applies the rows of the relation `given (n int, code text, seen text, <columns> text)`: what the check found, which may have changed,
   * and packs what it did into the ledger of changes. Returns how many, and the rows that it left out. `seen` is null where nothing was.
   * They are those of `chunks`, which come in the order of the file, with the same `job` each time.
   */
  apply: (tenant: Tenant, job: ImportJob, given: RawBuilder<unknown>, chunks: ChunkRange) => Promise<number | AppliedRows>;
  /** After the last one, in the same transaction: what follows from it elsewhere. Returns what its sentence says of that. */
  after?: (tenant: Tenant, job: ImportJob) => Promise<Followed | null>;
  /** Before the first pack is taken back. */
  beforeUndo?: (tenant: Tenant, job: ImportJob) => Promise<void>;
  /** Takes back one pack of changes. Returns how many records, and those that it left as they are. */
  undo: (tenant: Tenant, job: ImportJob, pack: Pack) => Promise<Undone>;
  /** After all of them, in the same transaction. */
  afterUndo?: (tenant: Tenant, job: ImportJob) => Promise<void>;
};

/** What an import may create besides its own records. */
export type Missing = {
  /** The column that names them, and what is wrong with one that there is not. */
  column: string;
  problem: Problem['code'];
  noun: { one: string; many: string };
  /** How many there can be, and how many more may be created. */
  most: number;
  room: (tenant: Tenant) => Promise<number>;
  /** Of an import that was checked: how many its good rows would create. */
  count: (tenant: Tenant, job: ImportJob) => Promise<AlsoCreates>;
};

/** The first names, in their order. */
export type AlsoCreates = { count: number; names: string[] };
export const mostNamed = 20;

/** A row that was good when it was checked and cannot be applied by now. `id`: of its record, where there is one. */
export type LeftOut = { id: number | null; label: string; reason: OutcomeSentence };
export type AppliedRows = { applied: number; leftOut: LeftOut[] };

export type Undone = { undone: number; kept: { id: number; label: string; reason: OutcomeSentence }[] };
