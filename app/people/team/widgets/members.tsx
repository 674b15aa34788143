import { call } from '../../../../platform/call.ts';
import { showAlert } from '../../../ui/alerts/alerts.ts';
import { ShortTable } from '../../../ui/blocks/short-table.tsx';
import { PressButton, RowActions, RowButton } from '../../../ui/buttons/row-button.tsx';
import { DeleteButton } from '../../../ui/dialog/delete-button.tsx';
import { Ago } from '../../../ui/time/relative-time.tsx';
import { roleLabels } from '../../accounts/people/role-labels.ts';
import { endMemberSessionsCall, type Member, removeMemberCall } from '../contract.ts';
import { type Actor, mayRemove } from '../rules.ts';
import classes from './team.module.css';

type Props = {
  members: readonly Member[];
  actor: Actor /** Null where the person may only look. */;
  onEdit: ((member: Member) => void) | null;
};

export function Members({ members, actor, onEdit }: Props) {
  return (
    <ShortTable className={classes.table}>
      <thead>
        <tr>
          <th>Name</th>
          <th>Role</th>
          <th>Departments</th>
          <th>Last seen</th>
          {onEdit && <th className={classes.actions}>Actions</th>}
        </tr>
      </thead>
      <tbody>
        {members.map((member) => (
          <tr key={member.id}>
            <td>
              {member.name}
              {member.user_id === actor.userId && ' (you)'}
              <span className={classes.below}>{member.email}</span>
            </td>
            <td data-label="Role">{roleLabels[member.is_super ? 'super' : member.role]}</td>
            <td data-label="Departments">{member.departments.map(({ name }) => name).join(', ') || '–'}</td>
            <td data-label="Last seen">{member.last_seen_at ? <Ago at={member.last_seen_at} /> : 'never'}</td>
            {onEdit && (
              <td className={classes.actions}>
                <RowActions>
                  <RowButton aria-label={`Edit ${member.name}`} onClick={() => onEdit(member)}>
                    Edit
                  </RowButton>
                  {mayRemove(actor, member) && (
                    <PressButton run={() => endSessions(member)} aria-label={`Sign out ${member.name} everywhere`}>
                      Sign out
                    </PressButton>
                  )}
                  {mayRemove(actor, member) && (
                    <DeleteButton call={removeMemberCall} id={member.user_id} name={member.name} text={lossOf(member)} verb="Remove" />
                  )}
                </RowActions>
              </td>
            )}
          </tr>
        ))}
      </tbody>
    </ShortTable>
  );
}

/** Of somebody who lost a phone or left a browser open elsewhere: they sign in again with their password. */
async function endSessions({ user_id: id }: Member): Promise<void> {
  showAlert('success', (await call(endMemberSessionsCall, { params: { id } })).message);
}

const lossOf = ({ name }: Member) =>
  `${name} is signed out at once and cannot come back without an invitation. What they did keeps their name.`;
