import { sql } from 'kysely';
import type { Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import { readPrepared } from '../../../../platform/prepared.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import type { ItemType, TicketStatus } from '../ticket.ts';

export type TicketAbout = Columns<'support_tickets', 'id' | 'subject_1' | 'subject_2' | 'last_message_at'> & { status: TicketStatus };

/** The newest tickets about a record, the open ones first. */
export function ticketsAbout(tenant: Tenant, type: ItemType, id: number): Promise<TicketAbout[]> {
  return readPrepared(
    tenant,
    sql<TicketAbout>`
    select id, subject_1, subject_2, last_message_at, status from support_tickets
    where ${inAccount(tenant)} and item_type = ${type} and item_id = ${id} order by status desc, last_message_at desc limit 20`,
  );
}
