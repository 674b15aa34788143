import { showAlert } from '../../../ui/alerts/alerts.ts';
import { RowActions, RowButton } from '../../../ui/buttons/row-button.tsx';
import { DeleteButton } from '../../../ui/dialog/delete-button.tsx';
import { useCall } from '../../../ui/hooks/use-call.ts';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { useClock } from '../../../ui/time/clock.tsx';
import { Ago } from '../../../ui/time/relative-time.tsx';
import { roleLabels } from '../../accounts/people/role-labels.ts';
import { deleteInviteeCall, type Invitee, resendInvitationCall } from '../contract.ts';
import { notMailed } from '../invitations/not-mailed.ts';
import type { MemberRole } from '../rules.ts';
import { peopleColumns } from './people-columns.tsx';
import classes from './team.module.css';

/** Who is invited and has not come yet. `roles`: those that who looks may invite to, and so send again and delete. */
export function Invitees({ invitees, roles }: { invitees: readonly Invitee[]; roles: readonly MemberRole[] }) {
  const mayChange = ({ role }: Invitee) => roles.includes(role);
  const columns = peopleColumns<Invitee>({
    name: {
      title: 'E-mail',
      cell: (invitee) => (
        <>
          {invitee.email}
          <State invitee={invitee} />
        </>
      ),
    },
    roleOf: ({ role }) => roleLabels[role],
    time: {
      ...{ key: 'invited', title: 'Invited' },
      cell: ({ created_at, invited_by }) => (
        <>
          <Ago at={created_at} />
          {invited_by && ` by ${invited_by}`}
        </>
      ),
    },
    actions: invitees.some(mayChange) ? (invitee) => mayChange(invitee) && <Actions invitee={invitee} /> : null,
  });
  return <DataTable list={{ columns, rowKey: ({ id }) => id, rowName: ({ email }) => email }} rows={invitees} label="Invited" />;
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
      <DeleteButton call={deleteInviteeCall} id={id} name={`the invitation of ${email}`} text="The link in the mail ends." />
    </RowActions>
  );
}

function State({ invitee: { expires_at, mailed, refused_because } }: { invitee: Invitee }) {
  const { now } = useClock();
  if (new Date(expires_at).getTime() <= now) return <span className={classes.lacking}>The link has expired. Send it again.</span>;
  if (!mailed) return <span className={classes.lacking}>{notMailed(refused_because)}</span>;
  return null;
}
