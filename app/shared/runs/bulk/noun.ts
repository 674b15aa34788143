import type { RawBuilder } from 'kysely';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { NounName } from '../../../base/nouns.ts';
import type { OutcomeSentence } from '../outcome-sentences.ts';

type Record = { id: number };

/** What became of the records that a verb fitted. Those that it does not mention are done. */
export type Performed = {
  /** Why some were left as they were. */
  left?: ReadonlyMap<number, OutcomeSentence>;
  /** What is to be said of some that are done. */
  notes?: ReadonlyMap<number, OutcomeSentence>;
};

export type Verb<Row extends Record, Name extends string, Terms extends object> = {
  /** As in `Hold`. */
  label: string;
  /** Why a record stays as it is; null where the verb fits it. */
  skip?(row: Row): OutcomeSentence | null;
  /**
   * Works on locked records that it fits, at least one. `group`: of a verb that is given back, that in which it records its changes; of one that
   * gives back, that of the run that it undoes.
   */
  perform(tenant: Tenant, rows: Row[], how: { terms: Terms; group: number }): Promise<Performed>;
  /** The verb that takes it back, as a run of its own. */
  undo?: Name;
  /** It gives records their values back: only those that the run changed are worked on. */
  givesBack?: true;
};

/** A noun whose records can be worked on together. The functions beside this file prepare, start, work through and undo its runs. */
export type BulkNoun<Row extends Record = Record, Name extends string = string, Terms extends object = object> = {
  /** Also that of its table. */
  name: NounName;
  /** Which rows of the table can be selected; all, unless said. */
  present?: RawBuilder<unknown>;
  /** Locks those of these records that are there, in the order in which everybody locks them. */
  lock(tenant: Tenant, ids: number[]): Promise<Row[]>;
  /** A record's name. */
  label(row: Row): string;
  verbs: { readonly [Each in Name]: Verb<Row, Name, Terms> };
};
