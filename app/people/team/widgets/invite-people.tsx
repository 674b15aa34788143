import { NativeSelect, Stack, Textarea } from '@mantine/core';
import { useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { Notice } from '../../../ui/blocks/notice.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { useDialogGuard } from '../../../ui/form/use-dialog-guard.tsx';
import { useCall } from '../../../ui/hooks/use-call.ts';
import { errorMessage, fieldMessages } from '../../../ui/words/error-message.ts';
import { roleLabels } from '../../accounts/people/role-labels.ts';
import { type InviteOutcome, inviteCall, type Member } from '../contract.ts';
import { notMailed } from '../invitations/not-mailed.ts';
import type { MemberRole } from '../rules.ts';
import { DepartmentsSelect } from './departments-select.tsx';
import classes from './team.module.css';

type Props = { departments: Member['departments']; roles: readonly MemberRole[]; onClose: () => void };

/** Invites several people at once. Addresses that could not be invited stay in the field, with the reason. */
export default function InvitePeople({ departments, roles, onClose }: Props) {
  // Read where they are sent: only the first letter draws the dialog anew.
  const emails = useRef<HTMLTextAreaElement>(null);
  const role = useRef<HTMLSelectElement>(null);
  const [isTyped, setTyped] = useState(false);
  const [chosen, setChosen] = useState<number[]>([]);
  const [failed, setFailed] = useState<InviteOutcome[]>([]);
  const [error, setError] = useState<string>();
  const { guard, question } = useDialogGuard(isTyped, onClose);
  const { revalidate } = useRevalidator();
  const invite = useCall(inviteCall, { onError: (reason) => setError(fieldMessages(reason).emails?.[0] ?? errorMessage(reason)) });
  const send = async (close: () => void) => {
    setError(undefined);
    const body = { emails: emails.current?.value ?? '', role: role.current?.value as MemberRole, departments: chosen };
    const { message, outcomes } = await invite.mutateAsync({ body });
    const others = outcomes.filter(({ outcome }) => outcome !== 'invited');
    if (others.length < outcomes.length) showAlert('success', message);
    setFailed(others);
    const misspelt = others.filter(({ outcome }) => outcome === 'no_address').map(({ email }) => email);
    if (emails.current) emails.current.value = misspelt.join('\n');
    setTyped(misspelt.length > 0);
    if (others.length === 0) close();
    await revalidate();
  };
  return (
    <>
      <Dialog title="Invite people" {...guard} onClose={onClose}>
        {(close) => (
          <Stack>
            <Textarea
              label="E-mail addresses"
              description="Separated by commas, spaces or new lines."
              rows={4}
              ref={emails}
              // What was typed while they are being mailed would be replaced by those that were not invited.
              readOnly={invite.isPending}
              error={error}
              data-autofocus
              onChange={(event) => setTyped(event.currentTarget.value.trim() !== '')}
            />
            {failed.length > 0 && <Failed outcomes={failed} />}
            <NativeSelect
              label="Role"
              ref={role}
              defaultValue={'user' satisfies MemberRole}
              data={roles.map((each) => ({ value: each, label: roleLabels[each] }))}
            />
            <DepartmentsSelect departments={departments} value={chosen} onChange={setChosen} />
            <DialogButtons onCancel={close} back={failed.length > 0 ? 'Close' : 'Cancel'} leavable={!invite.isPending}>
              <SubmitButton run={() => send(close).catch(() => undefined)}>Invite</SubmitButton>
            </DialogButtons>
          </Stack>
        )}
      </Dialog>
      {question}
    </>
  );
}

const reasons: Record<Exclude<InviteOutcome['outcome'], 'invited'>, string> = {
  no_address: 'is not an e-mail address',
  member: 'is in the team already',
  invited_before: 'is invited already: send the invitation again from the list',
  not_mailed: 'could not be mailed: send the invitation again from the list',
};

function failureOf({ email, outcome, refused_because }: InviteOutcome): string {
  if (refused_because) return `${email}: ${notMailed(refused_because)}`;
  return outcome === 'invited' ? '' : `${email} ${reasons[outcome]}.`;
}

const Failed = ({ outcomes }: { outcomes: InviteOutcome[] }) => (
  <div role="alert">
    <Notice tone="warning">
      <ul className={classes.outcomes}>
        {outcomes.map((each) => (
          <li key={each.email}>{failureOf(each)}</li>
        ))}
      </ul>
    </Notice>
  </div>
);
