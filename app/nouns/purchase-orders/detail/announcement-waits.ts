import { sql } from 'kysely';
import type { Column, Columns } from '../../../../platform/columns.ts';
import { inAccount } from '../../../../platform/in-account.ts';
import type { Tenant } from '../../../../platform/tenant.ts';
import { type Keeps, keepsAnnouncement, sourceIsRead } from '../../purchase-flow/asn/source-read.ts';

type State = Column<'connections', 'state'>;
/** An announcement that has not left: the warehouse that it is for, whether its source is read, and what else keeps it. */
export type WaitingAnnouncement = Columns<'connections', 'name' | 'state'> & { isChange: boolean; isRead: boolean; kept: Keeps | null };

/** The announcement of `purchase_orders` that waits in the outbox, or a change of it; null where none does. */
export const waitingAnnouncement = (tenant: Tenant) => sql<WaitingAnnouncement | null>`(
  select json_build_object('isChange', o.kind = 'announce_change', 'name', w.name, 'state', w.state, 'isRead', ${sourceIsRead(tenant)},
    'kept', ${keepsAnnouncement(tenant)})
  from asns x join outbox o on ${inAccount(tenant, 'o')} and o.asn_id = x.id and o.kind in ('announce', 'announce_change')
    and o.state = 'waiting'
  join connections w on ${inAccount(tenant, 'w')} and w.id = o.connection_id
  where ${inAccount(tenant, 'x')} and x.purchase_order_id = purchase_orders.id order by o.id limit 1)`;

type Waits = { announcement: WaitingAnnouncement | null; source_name: string | null; source_state: State | null };

/** What an announcement waits for that a person may have to do, in one sentence; null where it leaves by itself. */
export function announcementWaits({ announcement, source_name, source_state }: Waits): string | null {
  if (announcement === null) return null;
  const { isChange, name, state, isRead, kept } = announcement;
  const leaves = isChange ? 'The warehouse is told what changed' : 'It is announced';
  if (state !== 'active') return `${leaves} once ${name} is ${mended(state)}: ${trouble(state)}.`;
  if (kept !== null) return `${leaves} once ${whatFrees[kept](source_name)}.`;
  if (isRead) return null;
  if (source_state === 'active') return `${leaves} once the changes of ${source_name} are read.`;
  return `${leaves} once ${source_name} is ${mended(source_state)} and its changes are read: ${trouble(source_state)}.`;
}

const whatFrees: Record<Keeps, (source: string | null) => string> = {
  locked: () => 'it is unlocked',
  issue: () => 'its issues are mended',
  no_warehouse: () => 'a warehouse is chosen for it',
  must_reread: (source) => `it is read from ${source ?? 'its source'} again`,
};

const mended = (state: State | null) => (state === 'paused' ? 'resumed' : 'connected again');
const trouble = (state: State | null) =>
  state === 'paused' ? 'it is paused' : state === 'disconnected' ? 'it is disconnected' : 'its access has ended';
