import { sql } from 'kysely';
import { href } from 'react-router';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { writeDay } from '../../../ui/time/write-time.ts';
import { publish } from '../../notifications/publish.ts';

/** So long before its end people are told of a key; whoever makes one for less than twice that knows when it ends. */
const warningDays = 7;

type Row = Columns<'api_keys', 'name'> &
  Columns<'accounts', 'timezone' | 'date_style'> & { expires_at: NonNullable<Column<'api_keys', 'expires_at'>> };

/** Tells the admins of keys that expire soon, each once; one that was extended since, again before its new end. */
export async function tellOfExpiringKeys(tenant: Tenant): Promise<void> {
  const { rows } = await sql<Row>`
    update api_keys k set expiry_told_at = now() from accounts a
    where ${inAccount(tenant, 'k')} and a.id = k.account_id and k.client_id is null and k.revoked_at is null
      and k.expires_at > now() and k.expires_at < now() + make_interval(days => ${warningDays})
      and k.expires_at - k.created_at > make_interval(days => ${2 * warningDays})
      and (k.expiry_told_at is null or k.expires_at - k.expiry_told_at > make_interval(days => ${warningDays}))
    returning k.name, k.expires_at, a.timezone, a.date_style`.execute(tenant.db);
  for (const { name, expires_at, timezone, date_style: dateStyle } of rows) {
    const day = writeDay(expires_at, { timezone, dateStyle });
    await publish(tenant, { kind: 'key_paused', sentence: { code: 'key_expires', key: name, day }, path: href('/settings/api') });
  }
}
