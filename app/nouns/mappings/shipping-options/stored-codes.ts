import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { SentOption } from './contract.ts';

/** Without the spaces around codes, but for one that the channel has with them: that is another code than the one without. */
export async function withStoredCodes(tenant: Tenant, connectionId: number, options: readonly SentOption[]): Promise<SentOption[]> {
  const spaced = options.flatMap(({ connectorCode: code }) => (code === code.trim() ? [] : code));
  if (spaced.length === 0) return [...options];
  const { rows } = await sql<Columns<'shipping_options', 'connector_code'>>`
    select connector_code from shipping_options
    where ${inAccount(tenant)} and connection_id = ${connectionId} and connector_code = any(${spaced}::text[])`.execute(tenant.db);
  const stored = new Set(rows.map(({ connector_code }) => connector_code));
  return options.map((option) => ({
    ...option,
    connectorCode: stored.has(option.connectorCode) ? option.connectorCode : option.connectorCode.trim(),
  }));
}
