import type { RawBuilder } from 'kysely';
import type { Tenant } from '../../platform/tenant.ts';

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
