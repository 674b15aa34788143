import { sql } from 'kysely';
import { z } from 'zod';
import type { Columns } from '../../../../platform/columns.ts';
import { existing, invalid } from '../../../../platform/http/refusal.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ChangeNoun } from '../../../base/changes/noun.ts';
import { auditOf, recordChange } from '../../../base/changes/record.ts';
import { requireUnchanged } from '../../../base/changes/unchanged.ts';
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

const audited = 'e-mail notification';
/** The ledger tells connections from the account: an account may have the id of one of its connections. */
const changesAt = (name: string): ChangeNoun => ({
  ...{ name, topic: 'notification_rules' },
  audited: (_tenant, changes, verb) => changes.map((change) => auditOf({ name: audited }, change, verb)),
});
const [ofConnection, ofAccount] = [changesAt('e-mail of connection'), changesAt('e-mail of account')];

type Wish = EmailSetting & { was?: EmailSetting | undefined };

/**
 * Saves it. Returns the address where it has to confirm first. @throws Invalid under `{saveName}-email`; Refusal 409 where it is not
 * what it `was`
 */
export async function saveEmailSetting(tenant: Tenant, { saveName, connectionId }: Place, { was, ...typed }: Wish): Promise<string[]> {
  const email = typed.notificationEmail.trim();
  const enabled = typed.enabled === '1';
  const isEmail = z.email().max(320).safeParse(email).success;
  if (!isEmail && (enabled || email !== '')) throw invalid({ [`${saveName}-email`]: ['Email address must be valid'] });
  // Serialises those who save at once.
  await sql`select from accounts where id = ${tenant.accountId} for no key update`.execute(tenant.db);
  const from = await readEmailSetting(tenant, connectionId);
  const to = { notificationEmail: email, enabled: typed.enabled };
  const record = { id: connectionId ?? tenant.accountId, name: saveName };
  const noun = connectionId === null ? ofAccount : ofConnection;
  const mailed = from.enabled === '1' ? from.notificationEmail : 'nobody';
  await requireUnchanged(
    tenant,
    { noun, recordId: record.id },
    { was, now: from, to },
    ({ who, on }) => `${who} changed this${on}. Mailed now: ${mailed}.`,
  );
  await sql`
    insert into notification_emails (account_id, connection_id, email, enabled) values (${tenant.accountId}, ${connectionId}, ${email},
      ${enabled})
    on conflict (account_id, connection_id) do update set email = excluded.email, enabled = excluded.enabled`.execute(tenant.db);
  await recordChange(tenant, noun, { record, was: from, is: to });
  return noteAddresses(tenant, [email]);
}

const asSetting = (stored: Stored | undefined): EmailSetting => ({
  notificationEmail: stored?.email ?? '',
  enabled: stored?.enabled ? '1' : '0',
});
