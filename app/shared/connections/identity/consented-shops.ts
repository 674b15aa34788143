import { sql } from 'kysely';
import { consentSetting } from '../../../../connectors/settings.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

/**
 * Keeps by what the vendor of our application names a connection to which a person consented: nothing for other settings. It stays when the
 * connection is disconnected, because the vendor may have something to say after that.
 */
export async function keepConsentedShops(tenant: Tenant, id: number): Promise<void> {
  await sql`delete from consented_shops where ${inAccount(tenant)} and connection_id = ${id}`.execute(tenant.db);
  await sql`
    insert into consented_shops (account_id, connection_id, key)
    select ${tenant.accountId}, id, key from connections, unnest(identities || past_identities) as key
    where ${inAccount(tenant)} and id = ${id} and settings ? ${consentSetting}
    on conflict do nothing`.execute(tenant.db);
}
