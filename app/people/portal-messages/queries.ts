import { sql } from 'kysely';
import type { Columns } from '../../../platform/columns.ts';
import { readPrepared } from '../../../platform/prepared.ts';
import type { Tenant } from '../../../platform/tenant.ts';
import type { PortalMessage, ShownMessage } from './contract.ts';
import { writeTypedDate } from './typed-date.ts';

type Row = Columns<'portal_messages', 'id' | 'body' | 'start_date' | 'end_date'> & Pick<PortalMessage, 'level'>;

/** All messages, those that end last first. `timezone` is what their dates are written in. */
export async function listPortalMessages(tenant: Tenant, timezone: string): Promise<PortalMessage[]> {
  const { rows } = await sql<Row>`
    select id, body, level, start_date, end_date from portal_messages order by end_date desc, id desc limit 500`.execute(tenant.db);
  return rows.map((row) => formatted(row, timezone));
}

/** A message as its call replies with it. */
export const formatted = (row: Row, timezone: string): PortalMessage => ({
  ...row,
  startDateFormatted: writeTypedDate(row.start_date, timezone),
  endDateFormatted: writeTypedDate(row.end_date, timezone),
});

/** What this person is shown: messages that have not ended, due or to come, and that they have not dismissed. */
export function messagesFor(tenant: Tenant): Promise<ShownMessage[]> {
  return readPrepared(
    tenant,
    sql<Row>`
    select id, body, level, start_date, end_date from portal_messages m
    where end_date > now() and not exists (select from portal_message_dismissals d where d.message_id = m.id
      and d.user_id = ${tenant.userId})
    order by end_date limit 50`,
  );
}
