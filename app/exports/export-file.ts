import type { Tenant } from '../../platform/tenant.ts';

/** What a file consists of, and how it is named. */
export type ExportFile = {
  name: string;
  noun: { one: string; many: string };
  failed: string;
  /** Fixes what is in it, before it is counted. */
  fix?: (tenant: Tenant) => Promise<void>;
  count: (tenant: Tenant) => Promise<number>;
  /** The statement that writes it. */
  copy: (tenant: Tenant) => string;
};
