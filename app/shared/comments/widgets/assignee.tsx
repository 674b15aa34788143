import { NativeSelect } from '@mantine/core';
import { useCall } from '../../../ui/hooks/use-call.ts';
import { useDone } from '../../../ui/hooks/use-save.ts';
import { assignCall, type Discussion } from '../contract.ts';
import type { Commented } from '../record.ts';

type Props = { record: Commented } & Pick<Discussion, 'assignee' | 'people'>;

/** Who looks after a record. */
export function Assignee({ record, assignee, people }: Props) {
  const assign = useCall(assignCall, { onDone: useDone() });
  // Who has left the account may still look after it.
  const named = assignee && !people.some(({ id }) => id === assignee.id) ? [assignee, ...people] : people;
  return (
    <NativeSelect
      aria-label="Assigned to"
      value={assignee?.id ?? ''}
      disabled={assign.isPending}
      data={[
        { value: '', label: 'Assigned to nobody' },
        ...named.map(({ id, name }) => ({ value: String(id), label: `Assigned to ${name}` })),
      ]}
      onChange={({ currentTarget: { value } }) =>
        assign.mutate({ params: record, body: { assignee: value === '' ? null : Number(value) } })
      }
    />
  );
}
