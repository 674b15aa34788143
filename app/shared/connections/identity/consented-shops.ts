import { sql } from 'kysely';
import { consentSetting } from '../../../../connectors/settings.ts';
import type { Database } from '../../../../platform/db.ts';
import { inAccount, inAnyAccount } from '../../../../platform/in-account.ts';
import { acrossAccounts, type Tenant } from '../../../../platform/tenant.ts';

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

/**
 * Whether another live connection, of whichever account, has access by a consent of the same shop: a vendor has one consent of a shop to
 * our application, and whoever takes it back ends them all.
 */
export async function isConsentedElsewhere(database: Database, { accountId, id }: { accountId: number; id: number }): Promise<boolean> {
  const { rows } = await acrossAccounts(database, (db) =>
    sql`
      select from consented_shops mine
      join consented_shops other on ${inAnyAccount('other')} and other.key = mine.key
        and (other.account_id, other.connection_id) <> (mine.account_id, mine.connection_id)
      join connections c on ${inAnyAccount('c')} and c.account_id = other.account_id and c.id = other.connection_id
        and c.disconnected_at is null
      where ${inAccount({ accountId }, 'mine')} and mine.connection_id = ${id} limit 1`.execute(db),
  );
  return rows.length > 0;
}
