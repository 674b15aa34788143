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

/** `Name`: the verbs of the noun. */
export type Verb<Row extends Record, Name extends string, Terms extends object> = {
  /** Goods may leave by it, at once or in a moment: an agent cannot start it. */
  sendsGoods?: true;
  /** With these terms goods may leave by it later, when nobody looks. */
  sendsLater?(terms: Terms): boolean;
  /** Whether what it does with these terms would have ended by this day of the account's: who prepared it meant a later one. */
  isOver?(terms: Terms, today: string): boolean;
  /**
   * Of these records those by whose change others may leave: they are left to who may release orders. `isAgents`: an agent started it, and
   * no person looked. A verb without it is started by no agent.
   */
  letsGo?(tenant: Tenant, ids: readonly number[], isAgents: boolean): Promise<ReadonlyMap<number, OutcomeSentence>>;
  /**
   * Of these records those that it fits for a reason that came after a time, or of which somebody has changed since what it changes: who
   * prepared or started it then cannot have meant that.
   */
  fitsSince?(tenant: Tenant, ids: readonly number[], at: Date, terms: Terms): Promise<ReadonlyMap<number, OutcomeSentence>>;
} & (Performing<Row, Name, Terms> | GivingBack<Row>);

type Performing<Row extends Record, Name extends string, Terms extends object> = {
  /** Why a record stays as it is; null where the verb fits it. */
  skip?(row: Row): OutcomeSentence | null;
  /** Works on locked records that it fits, at least one. `group`: in which it records its changes, where its `undo` gives them back. */
  perform(tenant: Tenant, rows: Row[], how: { terms: Terms; group: number }): Promise<Performed>;
  /** The verb that takes it back, as a run of its own. */
  undo?: Name;
  giveBack?: never;
};

type GivingBack<Row extends Record> = {
  skip?(row: Row): OutcomeSentence | null;
  /** Gives these records back what a group of changes took from them, also those that it deleted. */
  giveBack(tenant: Tenant, ids: readonly number[], group: number): Promise<Performed>;
  perform?: never;
  undo?: never;
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
