import { NativeSelect } from '@mantine/core';
import { useRevalidator } from 'react-router';
import { alertMs, showAlert } from '../../../ui/alerts/alerts.ts';
import { useCall } from '../../../ui/hooks/use-call.ts';
import { undoAction } from '../../runs/working/undo-action.ts';
import { assignCall, type Discussion } from '../contract.ts';
import type { Commented } from '../record.ts';

type Props = { record: Commented } & Pick<Discussion, 'assignee' | 'people'>;

/** Who looks after a record; a change of that is undone from its alert too. */
export function Assignee({ record, assignee, people }: Props) {
  const { revalidate } = useRevalidator();
  const assign = useCall(assignCall, {
    async onDone({ message, runId }) {
      showAlert('success', message, alertMs, undoAction(runId, revalidate));
      await revalidate();
    },
  });
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
