import { useRevalidator } from 'react-router';
import { isRefused } from '../../../../platform/call.ts';
import { showAlert, showFailure } from '../../../ui/alerts/alerts.ts';
import { useEdits } from '../../../ui/form/use-edits.ts';
import { useCall } from '../../../ui/hooks/use-call.ts';
import { type Assigned, assignDepartmentsCall, type Member } from '../contract.ts';
import { assignmentFailure } from '../texts.ts';

/** What is edited of a member, and the way to save it. What is not edited stays as colleagues leave it. */
export function useAssignment(member: Member) {
  const { rows, edit, acceptOthers } = useEdits([member], ({ id }) => String(id), assignedOf);
  const { revalidate } = useRevalidator();
  const assign = useCall(assignDepartmentsCall, {
    onDone: ([, message]) => showAlert('success', message),
    onError: (error) => showFailure(error, assignmentFailure(error)),
  });
  const { values, was } = rows[0] as (typeof rows)[number];
  const save = async ({ mayToggle }: { mayToggle: boolean }) => {
    const { departments, isAdmin } = values;
    try {
      await assign.mutateAsync({ body: { userId: member.user_id, departments, ...(mayToggle && { isAdmin }), was } });
    } catch (error) {
      if (isRefused(error, 'changed_meanwhile')) {
        acceptOthers();
        await revalidate();
      }
      throw error;
    }
    await revalidate();
  };
  return { values, edit: (change: Partial<Assigned>) => edit(member, change), save, isSaving: assign.isPending };
}

const assignedOf = ({ departments, is_admin }: Member): Assigned => ({ departments: departments.map(({ id }) => id), isAdmin: is_admin });
