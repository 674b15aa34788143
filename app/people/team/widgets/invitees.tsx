import { showAlert } from '../../../ui/alerts/alerts.ts';
import { ShortTable } from '../../../ui/blocks/short-table.tsx';
import { RowActions, RowButton } from '../../../ui/buttons/row-button.tsx';
import { DeleteButton } from '../../../ui/dialog/delete-button.tsx';
import { useCall } from '../../../ui/hooks/use-call.ts';
import { useClock } from '../../../ui/time/clock.tsx';
import { Ago } from '../../../ui/time/relative-time.tsx';
import { roleLabels } from '../../accounts/people/role-labels.ts';
import { deleteInviteeCall, type Invitee, resendInvitationCall } from '../contract.ts';
import type { MemberRole } from '../rules.ts';
import classes from './team.module.css';

/** Who is invited and has not come yet. `roles`: those that who looks may invite to, and so send again and delete. */
export function Invitees({ invitees, roles }: { invitees: readonly Invitee[]; roles: readonly MemberRole[] }) {
  const mayChange = invitees.some(({ role }) => roles.includes(role));
  return (
    <ShortTable className={classes.table}>
      <thead>
        <tr>
          <th>E-mail</th>
          <th>Role</th>
          <th>Departments</th>
          <th>Invited</th>
          {mayChange && <th className={classes.actions}>Actions</th>}
        </tr>
      </thead>
      <tbody>
        {invitees.map((invitee) => (
          <tr key={invitee.id}>
            <td>
              {invitee.email}
              <State invitee={invitee} />
            </td>
            <td data-label="Role">{roleLabels[invitee.role]}</td>
            <td data-label="Departments">{invitee.departments.map(({ name }) => name).join(', ') || '–'}</td>
            <td data-label="Invited">
              <Ago at={invitee.created_at} />
              {invitee.invited_by && ` by ${invitee.invited_by}`}
            </td>
            {mayChange && <td className={classes.actions}>{roles.includes(invitee.role) && <Actions invitee={invitee} />}</td>}
          </tr>
        ))}
      </tbody>
    </ShortTable>
  );
}

function Actions({ invitee: { id, email } }: { invitee: Invitee }) {
  const resend = useCall(resendInvitationCall, { onDone: ({ message }) => showAlert('success', message) });
  return (
    <RowActions>
      <RowButton
        aria-label={`Resend the invitation of ${email}`}
        disabled={resend.isPending}
        onClick={() => resend.mutate({ params: { id } })}
      >
        Resend
      </RowButton>
      <DeleteButton call={deleteInviteeCall} id={id} name={email} text="The link in the mail ends." />
    </RowActions>
  );
}

function State({ invitee: { expires_at, mailed } }: { invitee: Invitee }) {
  const { now } = useClock();
  if (new Date(expires_at).getTime() <= now) return <span className={classes.lacking}>The link has expired. Send it again.</span>;
  if (!mailed) return <span className={classes.lacking}>The mail could not be sent. Send it again.</span>;
  return null;
}
