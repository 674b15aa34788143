import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { showAlert, showFailure } from '../../ui/alerts/alerts.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { useCall } from '../../ui/use-call.ts';
import { assignDepartmentsCall, type Member } from '../contract.ts';
import { type Actor, mayToggleAdmin } from '../rules.ts';
import { assignmentFailure, editMemberTitle } from '../texts.ts';
import { DepartmentsSelect } from './departments-select.tsx';

type Props = { member: Member; departments: Member['departments']; actor: Actor; onClose: () => void };

/** The dialog about one member. */
export default function EditMember({ onClose, ...member }: Props) {
  return (
    <Dialog title={editMemberTitle} onClose={onClose}>
      {(close) => <MemberForm {...member} close={close} />}
    </Dialog>
  );
}

type FormProps = Omit<Props, 'onClose'> & { close: () => void };

/** A member's departments, and whether they are an admin. The box is not shown for a super admin and for oneself. */
export function MemberForm({ member, departments, actor, close }: FormProps) {
  const [chosen, setChosen] = useState(member.departments.map(({ id }) => id));
  const [isAdmin, setAdmin] = useState(member.is_admin);
  const { revalidate } = useRevalidator();
  const assign = useCall(assignDepartmentsCall, {
    onDone: ([, message]) => showAlert('success', message),
    onError: (error) => showFailure(error, assignmentFailure(error)),
  });
  const mayToggle = mayToggleAdmin(actor, member);
  const isShown = !member.is_super && member.user_id !== actor.userId;
  const save = async () => {
    const body = { userId: member.user_id, departments: chosen, ...(mayToggle && { isAdmin }) };
    await assign.mutateAsync({ body });
    close();
    await revalidate();
  };
  return (
    <Stack>
      <div>
        {member.name} <span className="soft">{member.email}</span>
      </div>
      {isShown && (
        <Checkbox
          label="Is Admin"
          description={whatAdminMeans(member, mayToggle)}
          checked={isAdmin}
          disabled={!mayToggle}
          onChange={(event) => setAdmin(event.currentTarget.checked)}
        />
      )}
      <DepartmentsSelect departments={departments} value={chosen} onChange={setChosen} />
      <DialogButtons onCancel={close}>
        <SubmitButton run={() => save().catch(() => undefined)}>Save</SubmitButton>
      </DialogButtons>
    </Stack>
  );
}

function whatAdminMeans({ is_account_admin }: Member, mayToggle: boolean): string {
  if (!mayToggle) return 'Only account admins can change this.';
  return is_account_admin
    ? 'An account admin. Without the tick a user, who cannot connect or invite.'
    : 'Admins change mappings and invite people.';
}
