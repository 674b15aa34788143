import { StatusBadge } from '../../../ui/status/status-badge.tsx';
import { statusLabels, type TicketStatus } from '../ticket.ts';

const icons = { open: 'waiting', closed: 'done' } as const;

/** A ticket's status as icon and word. */
export const TicketStatusBadge = ({ status, pill = false }: { status: TicketStatus; pill?: boolean }) => (
  <StatusBadge status={icons[status]} label={statusLabels[status].humanReadable} pill={pill} />
);
