import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { writeDay } from '../../../ui/time/write-time.ts';
import { closeIssues, openIssues } from '../../issues/commands.ts';

const warningDays = 14;

type Row = Columns<'connections', 'id' | 'name'> &
  Columns<'accounts', 'timezone' | 'date_style'> & { endsAt: NonNullable<Column<'connection_tokens', 'kept_ends_at'>>; soon: boolean };

/**
 * Warns of connections that could no longer sign in because they are not used: a vendor forgets a refresh token that rests for
 * months, as that of a paused connection. The warning goes when it is used again.
 */
export async function watchSignIns(tenant: Tenant): Promise<void> {
  const { rows } = await sql<Row>`
    select c.id, c.name, a.timezone, a.date_style, t.kept_ends_at as "endsAt",
      c.state <> 'needs_reconnect' and t.kept_ends_at < now() + make_interval(days => ${warningDays}) as soon
    from connections c join accounts a on a.id = c.account_id
    join connection_tokens t on ${inAccount(tenant, 't')} and t.key = c.credential
    where ${inAccount(tenant, 'c')} and c.disconnected_at is null and t.kept_ends_at is not null`.execute(tenant.db);
  for (const { id, name, timezone, date_style: dateStyle, endsAt, soon } of rows) {
    const sentence = { code: 'credentials_expire', connection: name, day: writeDay(endsAt, { timezone, dateStyle }) } as const;
    if (soon) await openIssues(tenant, [{ connectionId: id, type: 'sign_in_ends', subject: 'credentials', sentence }]);
    else await closeIssues(tenant, { connectionId: id, types: ['sign_in_ends'] });
  }
}
