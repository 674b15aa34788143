import { NativeSelect } from '@mantine/core';
import { Facts } from '../../../ui/blocks/facts.tsx';
import { Section } from '../../../ui/blocks/section.tsx';
import { PageLink } from '../../../ui/buttons/page-link.tsx';
import { useCall } from '../../../ui/hooks/use-call.ts';
import { useDone } from '../../../ui/hooks/use-save.ts';
import { Ago } from '../../../ui/time/relative-time.tsx';
import { changeTicketCall, type Ticket } from '../contract.ts';
import { itemNouns, subjectOf } from '../ticket.ts';
import { TicketStatusBadge } from './ticket-status.tsx';

type Props = { ticket: Ticket; departments: readonly { id: number; name: string }[] };

/** Who asked what about which record, and where it stands. */
export function TicketFacts({ ticket, departments }: Props) {
  const { item, item_id, user } = ticket;
  return (
    <Section title="Ticket">
      <Facts
        facts={[
          {
            label: 'Created',
            value: (
              <>
                <Ago at={ticket.created_at} zone="UTC" /> <span className="faint">UTC</span>
              </>
            ),
          },
          { label: 'Status', value: <TicketStatusBadge status={ticket.status} /> },
          { label: 'Requester', value: user.name },
          { label: 'Account', value: user.account_name },
          { label: 'Subject', value: subjectOf(ticket) },
          item_id !== null && { label: 'Item ID', value: item_id },
          item && { label: itemNouns[item.type], value: <PageLink to={item.address}>{item.name}</PageLink> },
          { label: 'Department', value: <Department ticket={ticket} departments={departments} /> },
        ]}
      />
    </Section>
  );
}

/** In whose queue it is. */
function Department({ ticket: { id, department }, departments }: Props) {
  const move = useCall(changeTicketCall, { onDone: useDone() });
  return (
    <NativeSelect
      aria-label="Department"
      value={department?.id ?? ''}
      disabled={move.isPending}
      data={[{ value: '', label: 'None' }, ...departments.map((each) => ({ value: String(each.id), label: each.name }))]}
      onChange={({ currentTarget: { value } }) =>
        move.mutate({ params: { id }, body: { department_id: value === '' ? null : Number(value) } })
      }
    />
  );
}
