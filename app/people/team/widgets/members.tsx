import { call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { PressButton, RowActions, RowButton } from '../../../ui/buttons/row-button.tsx';
import { DeleteButton } from '../../../ui/dialog/delete-button.tsx';
import { DataTable } from '../../../ui/list/data-table.tsx';
import { Ago } from '../../../ui/time/relative-time.tsx';
import { roleLabels } from '../../accounts/people/role-labels.ts';
import { endMemberSessionsCall, type Member, removeMemberCall } from '../contract.ts';
import { type Actor, mayRemove } from '../rules.ts';
import { peopleColumns } from './people-columns.tsx';
import classes from './team.module.css';

type Props = {
  members: readonly Member[];
  actor: Actor;
  /** Null where the person may only look. */
  onEdit: ((member: Member) => void) | null;
};

export function Members({ members, actor, onEdit }: Props) {
  const columns = peopleColumns<Member>({
    name: {
      title: 'Name',
      cell: ({ name, email, user_id }) => (
        <>
          {name}
          {user_id === actor.userId && ' (you)'}
          <span className={classes.below}>{email}</span>
        </>
      ),
    },
    roleOf: ({ role, is_super }) => roleLabels[is_super ? 'super' : role],
    time: { key: 'seen', title: 'Last seen', cell: ({ last_seen_at }) => (last_seen_at ? <Ago at={last_seen_at} /> : 'never') },
    actions: onEdit && ((member) => <Actions member={member} actor={actor} onEdit={onEdit} />),
  });
  return <DataTable list={{ columns, rowKey: ({ id }) => id, rowName: ({ name }) => name }} rows={members} label="Members" />;
}

type ActionProps = { member: Member; actor: Actor; onEdit: (member: Member) => void };

function Actions({ member, actor, onEdit }: ActionProps) {
  const { name, user_id: id } = member;
  return (
    <RowActions>
      <RowButton aria-label={`Edit ${name}`} onClick={() => onEdit(member)}>
        Edit
      </RowButton>
      {mayRemove(actor, member) && (
        <>
          <PressButton run={() => endSessions(id)} aria-label={`Sign out ${name} everywhere`}>
            Sign out
          </PressButton>
          <DeleteButton call={removeMemberCall} id={id} name={name} text={lossOf(name)} verb="Remove" />
        </>
      )}
    </RowActions>
  );
}

/** Of somebody who lost a phone or left a browser open elsewhere: they sign in again with their password. */
async function endSessions(id: number): Promise<void> {
  showAlert('success', (await call(endMemberSessionsCall, { params: { id } })).message);
}

const lossOf = (name: string) =>
  `${name} is signed out at once and cannot come back without an invitation. What they did keeps their name.`;
