import type { AuditEntry } from '../../../platform/audit.ts';
import type { AuditVerb } from '../../../platform/audit-verbs.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { Topic } from '../../../platform/topics.ts';

export type Values = Record<string, unknown>;

/** What a person changed of one record. Values are such as JSON has, and never a secret. */
export type Change = {
  /** Which record, by the name that people know it by. */
  record: { id: number; name: string };
  /** What it was, by field; null where it did not exist. */
  was: Values | null;
  /** What it is; null where it no longer exists. */
  is: Values | null;
  /** The change that this one takes back. */
  undoes?: number;
};

/** What the ledger knows of a kind of record. */
export type ChangeNoun = {
  /** As the ledger and the audit name it, as in `department`. */
  name: string;
  /** The open pages that show its records. */
  topic?: Topic;
  /** What the ledger has for an undo, and the audit does not tell. */
  unaudited?: readonly string[];
  /** What the audit says, where that is not the record with its values before and after. */
  audited?: (tenant: Tenant, changes: readonly Change[], verb: AuditVerb | undefined) => Promise<AuditEntry[]> | AuditEntry[];
  /** Writes the history that its records have beside the ledger. `id` is the change. */
  history?: (tenant: Tenant, changes: readonly (Change & { id: number })[]) => Promise<void>;
};
