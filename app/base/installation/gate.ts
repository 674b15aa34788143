import { type RawBuilder, sql } from 'kysely';
import { inAccount } from '../../../platform/in-account.ts';
import type { Tenant } from '../../../platform/tenant.ts';

/** Whether this database is recognised as the newest (see mark.ts), as a condition: from any other nothing leaves. */
export const isNewest: RawBuilder<unknown> = sql`
  exists (select 1 from installation n where n.stopped is null and (n.life is null or n.life = database_life()))`;

/**
 * Whether a worker has recognised the database in the life that it is in, as a condition. Until then it may be an older one whose place the
 * newest had a moment ago, and what others have done since would be taken for news: pages that are read are not stored.
 */
export const isRecognised: RawBuilder<boolean> = sql<boolean>`not exists (select 1 from installation n where n.life <> database_life())`;

/**
 * Whether something may leave to a connection of this account, as a condition: this database is the newest, and
 * neither the connection nor another active one of the account is still to be compared.
 */
export const mayLeave = (tenant: Tenant, connectionId: number | null): RawBuilder<unknown> => sql`(${isNewest}
  and not exists (select 1 from comparisons p join connections pc on ${inAccount(tenant, 'pc')} and pc.id = p.connection_id
    where ${inAccount(tenant, 'p')} and p.finished_at is null and (p.connection_id = ${connectionId}::bigint or pc.state = 'active')))`;

/** The same, looked up: for what leaves by other ways than the outbox. */
export async function isOpen(tenant: Tenant, connectionId: number | null): Promise<boolean> {
  const { rows } = await sql<{ open: boolean }>`select ${mayLeave(tenant, connectionId)} as open`.execute(tenant.db);
  return rows[0]?.open ?? false;
}
