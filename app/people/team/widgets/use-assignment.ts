import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { CallError } from '../../../../platform/call.ts';
import { showAlert, showFailure } from '../../../ui/alerts/alerts.ts';
import { useCall } from '../../../ui/hooks/use-call.ts';
import { type Assigned, assignDepartmentsCall, type Member } from '../contract.ts';
import { assignmentFailure } from '../texts.ts';

/** What is edited of a member, and the way to save it. What is not edited stays as colleagues leave it. */
export function useAssignment(member: Member) {
  const [edits, setEdits] = useState<Partial<Assigned>>({});
  /** Of what is edited: what it was when that began. */
  const [before, setBefore] = useState<Partial<Assigned>>({});
  const { revalidate } = useRevalidator();
  const assign = useCall(assignDepartmentsCall, {
    onDone: ([, message]) => showAlert('success', message),
    onError: (error) => showFailure(error, assignmentFailure(error)),
  });
  const now: Assigned = { departments: member.departments.map(({ id }) => id), isAdmin: member.is_admin };
  const shown = { ...now, ...edits };
  const edit = (change: Partial<Assigned>) => {
    setBefore({ ...('departments' in change ? { departments: now.departments } : { isAdmin: now.isAdmin }), ...before });
    setEdits({ ...edits, ...change });
  };
  const save = async ({ mayToggle }: { mayToggle: boolean }) => {
    const { departments, isAdmin } = shown;
    try {
      const body = { userId: member.user_id, departments, ...(mayToggle && { isAdmin }), was: { ...now, ...before } };
      await assign.mutateAsync({ body });
    } catch (error) {
      // Who was told of another's change has read it when they save again.
      if (error instanceof CallError && error.code === 'changed_meanwhile') {
        setBefore({});
        await revalidate();
      }
      throw error;
    }
    await revalidate();
  };
  return { shown, edit, save };
}
