import { type RawBuilder, sql } from 'kysely';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { notify } from '../../../../platform/events.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';

type Address = Columns<'mail_addresses', 'address'>;

/** Whether an address may be mailed: it is a member's own, or has confirmed that it wants to be. */
export const mayBeMailed = (accountId: number, address: RawBuilder<unknown>) => sql<boolean>`
  (exists (select from mail_addresses c where ${inAccount({ accountId }, 'c')} and c.address = ${address} and c.confirmed_at is not null)
    or ${ofMember(accountId, address)})`;

const ofMember = (accountId: number, address: RawBuilder<unknown>) => sql`
  exists (select from members m join users u on u.id = m.user_id where ${inAccount({ accountId }, 'm')} and lower(u.email) = ${address})`;

/**
 * After rules and settings have changed: notes addresses that have to confirm, and forgets those that nothing names any longer. Returns
 * those that are to be asked for the first time.
 */
export async function noteAddresses(tenant: Tenant, addresses: readonly string[]): Promise<string[]> {
  await sql`
    delete from mail_addresses c where ${inAccount(tenant)}
      and not exists (select from notification_rules r where ${inAccount(tenant, 'r')} and r.address = c.address)
      and not exists (select from notification_emails e where ${inAccount(tenant, 'e')} and lower(e.email) = c.address)`.execute(tenant.db);
  const lower = [...new Set(addresses.map((each) => each.toLowerCase()).filter(Boolean))];
  const { rows } = await sql<Address>`
    insert into mail_addresses (account_id, address) select ${tenant.accountId}, given from unnest(${lower}::text[]) as given
    where not ${ofMember(tenant.accountId, sql`given`)} on conflict do nothing returning address`.execute(tenant.db);
  const added = new Set(rows.map(({ address }) => address));
  return lower.filter((each) => added.has(each));
}

/** The addresses that the account names and that have not confirmed yet: also that of a member who has left, whom nobody asked before. */
export async function waitingAddresses(tenant: Tenant): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select address from (${named(tenant)}) n where not ${mayBeMailed(tenant.accountId, sql`n.address`)} order by address`.execute(
    tenant.db,
  );
  return rows.map(({ address }) => address);
}

/** The addresses that rules and settings name. */
const named = (tenant: Tenant) => sql`
  select r.address from notification_rules r where ${inAccount(tenant, 'r')} and r.address is not null
  union select lower(e.email) from notification_emails e where ${inAccount(tenant, 'e')} and e.email <> ''`;

/** Confirms an address; null where the account names it no longer. */
export async function confirmAddress(tenant: Tenant, address: string): Promise<string | null> {
  const { rows } = await sql<{ first: boolean; account: Column<'accounts', 'name'> }>`
    with confirmed as (
      insert into mail_addresses (account_id, address, confirmed_at)
      select ${tenant.accountId}, n.address, now() from (${named(tenant)}) n where n.address = ${address}
      on conflict (account_id, address) do update set confirmed_at = coalesce(mail_addresses.confirmed_at, excluded.confirmed_at)
      returning old.confirmed_at is null as first
    )
    select confirmed.first, a.name as account from confirmed, accounts a where a.id = ${tenant.accountId}`.execute(tenant.db);
  const [row] = rows;
  if (!row) return null;
  // Who confirms anew wants these mails, whatever they unsubscribed from before.
  if (row.first) await sql`delete from notification_mutes where ${inAccount(tenant)} and address = ${address}`.execute(tenant.db);
  await writeAudit(tenant, {
    ...{ verb: 'confirmed', noun: 'mail address', record: { id: tenant.accountId, name: address } },
    from: { confirmed: !row.first },
    to: { confirmed: true },
  });
  notify(tenant, 'notification_rules');
  return row.account;
}
