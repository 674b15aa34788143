import { sql } from 'kysely';
import { z } from 'zod';
import { writeAudit } from '../../../../platform/audit.ts';
import type { Columns } from '../../../../platform/columns.ts';
import { existing, invalid } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { noteAddresses } from '../addresses/mail-addresses.ts';
import type { EmailSetting } from '../contract.ts';

/** Where a setting is saved: a connection, or the account. Its name keys what is wrong: `{saveName}-email`. */
type Place = { saveName: string; connectionId: number | null };

export const accountPlace: Place = { saveName: 'account', connectionId: null };

/** The connection of this account with this slug. @throws Refusal 404 */
export async function connectionPlace(tenant: Tenant, slug: string): Promise<Place> {
  const { rows } = await sql<Columns<'connections', 'id'>>`
    select id from connections where ${inAccount(tenant)} and slug = ${slug} and disconnected_at is null`.execute(tenant.db);
  const row = existing(rows[0], 'This connection does not exist.');
  return { saveName: slug, connectionId: row.id };
}

type Stored = Columns<'notification_emails', 'email' | 'enabled'>;

/** The address that is mailed whatever happens in a connection, or with null in the account. */
export async function readEmailSetting(tenant: Tenant, connectionId: number | null): Promise<EmailSetting> {
  const { rows } = await sql<Stored>`
    select email, enabled from notification_emails where ${inAccount(tenant)}
      and connection_id is not distinct from ${connectionId}::bigint`.execute(tenant.db);
  return asSetting(rows[0]);
}

/** Saves it. Returns the address where it has to confirm first. @throws Invalid under `{saveName}-email` */
export async function saveEmailSetting(tenant: Tenant, { saveName, connectionId }: Place, typed: EmailSetting): Promise<string[]> {
  const email = typed.notificationEmail.trim();
  const enabled = typed.enabled === '1';
  const isEmail = z.email().max(320).safeParse(email).success;
  if (!isEmail && (enabled || email !== '')) throw invalid({ [`${saveName}-email`]: ['Email address must be valid'] });
  const from = await readEmailSetting(tenant, connectionId);
  await sql`
    insert into notification_emails (account_id, connection_id, email, enabled) values (${tenant.accountId}, ${connectionId}, ${email},
      ${enabled})
    on conflict (account_id, connection_id) do update set email = excluded.email, enabled = excluded.enabled`.execute(tenant.db);
  const record = { id: connectionId ?? tenant.accountId, name: saveName };
  await writeAudit(tenant, {
    verb: 'changed',
    noun: 'e-mail notification',
    record,
    from,
    to: { notificationEmail: email, enabled: typed.enabled },
  });
  return noteAddresses(tenant, [email]);
}

const asSetting = (stored: Stored | undefined): EmailSetting => ({
  notificationEmail: stored?.email ?? '',
  enabled: stored?.enabled ? '1' : '0',
});
