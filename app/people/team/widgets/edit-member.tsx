import { Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { useDialogGuard } from '../../../ui/form/use-dialog-guard.tsx';
import type { Assigned, Member } from '../contract.ts';
import { type Actor, mayToggleAdmin } from '../rules.ts';
import { editMemberTitle } from '../texts.ts';
import { DepartmentsSelect } from './departments-select.tsx';
import { useAssignment } from './use-assignment.ts';

type Props = { member: Member; departments: Member['departments']; actor: Actor; onClose: () => void };

/** The dialog about one member. */
export default function EditMember({ onClose, ...member }: Props) {
  const [isUnsaved, setUnsaved] = useState(false);
  const { guard, question } = useDialogGuard(isUnsaved, onClose);
  return (
    <Dialog title={editMemberTitle} {...guard} onClose={onClose}>
      {(close) => (
        <>
          <MemberForm {...member} close={close} onEdit={() => setUnsaved(true)} />
          {question}
        </>
      )}
    </Dialog>
  );
}

type FormProps = Omit<Props, 'onClose'> & { close: () => void; onEdit?: () => void };

/** A member's departments, and whether they are an admin. The box is not shown for a super admin and for oneself. */
export function MemberForm({ member, departments, actor, close, onEdit }: FormProps) {
  const { values, edit, save, isSaving } = useAssignment(member);
  const change = (to: Partial<Assigned>) => {
    edit(to);
    onEdit?.();
  };
  const mayToggle = mayToggleAdmin(actor, member);
  const isShown = !member.is_super && member.user_id !== actor.userId;
  return (
    <Stack>
      {/* What is chosen while it is saved would be in no call. */}
      <Stack inert={isSaving}>
        <div>
          {member.name} <span className="soft">{member.email}</span>
        </div>
        {isShown && (
          <Checkbox
            label="Is Admin"
            description={whatAdminMeans(member, mayToggle)}
            checked={values.isAdmin}
            disabled={!mayToggle}
            onChange={(event) => change({ isAdmin: event.currentTarget.checked })}
          />
        )}
        <DepartmentsSelect departments={departments} value={values.departments} onChange={(ids) => change({ departments: ids })} />
      </Stack>
      <DialogButtons onCancel={close} leavable={!isSaving}>
        <SubmitButton run={() => save({ mayToggle }).then(close, () => undefined)}>Save</SubmitButton>
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
