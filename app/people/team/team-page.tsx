import { Button, Stack } from '@mantine/core';
import { useState } from 'react';
import { page } from '../../../platform/http/page.ts';
import { EmptyState } from '../../ui/blocks/empty-state.tsx';
import { PageHeader } from '../../ui/blocks/page-header.tsx';
import { Section } from '../../ui/blocks/section.tsx';
import { lazily } from '../../ui/lazily.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import { mayDo } from '../accounts/people/permissions.ts';
import type { Route } from './+types/team-page.ts';
import type { Member } from './contract.ts';
import { allDepartments, listInvitees, listMembers, readTwoFactor } from './queries.ts';
import { rolesToInvite } from './rules.ts';
import { Invitees } from './widgets/invitees.tsx';
import { Members } from './widgets/members.tsx';
import { TwoFactorRule } from './widgets/two-factor-rule.tsx';

const EditMember = lazily(() => import('./widgets/edit-member.tsx'));
const InvitePeople = lazily(() => import('./widgets/invite-people.tsx'));

export const loader = page('work', async ({ session, tenant }) => {
  const [members, invitees, departments] = await Promise.all([listMembers(tenant), listInvitees(tenant), allDepartments(tenant)]);
  const actor = { userId: session.userId, role: session.role };
  const twoFactor = mayDo(session.role, 'connect') ? await readTwoFactor(tenant) : null;
  return { members, invitees, departments, actor, twoFactor, mayChange: mayDo(session.role, 'team') };
});

/** Who works here, and who is invited. */
export default function TeamPage({ loaderData }: Route.ComponentProps) {
  const { members, invitees, departments, actor, twoFactor, mayChange } = loaderData;
  const [edited, setEdited] = useState<Member | 'new' | null>(null);
  const onClose = () => setEdited(null);
  useLiveReload(['team', 'departments']);
  return (
    <>
      <PageHeader title="Team" actions={mayChange && <Button onClick={() => setEdited('new')}>Invite people</Button>} />
      <Stack gap={28}>
        <Section title="Members" count={members.length}>
          {members.length > 0 ? (
            <Members members={members} actor={actor} onEdit={mayChange ? setEdited : null} />
          ) : (
            <EmptyState title="Nobody is in this account yet">Invite its first account admin, who then invites the others.</EmptyState>
          )}
        </Section>
        {twoFactor && members.length > 0 && <TwoFactorRule twoFactor={twoFactor} people={members.length} />}
        {/* Last, as who is invited comes into view below what is there. */}
        {invitees.length > 0 && (
          <Section title="Invited" count={invitees.length}>
            <Invitees invitees={invitees} roles={rolesToInvite(actor)} />
          </Section>
        )}
      </Stack>
      {edited === 'new' && <InvitePeople departments={departments} roles={rolesToInvite(actor)} onClose={onClose} />}
      {edited && edited !== 'new' && (
        <EditMember member={asNow(edited, members)} departments={departments} actor={actor} onClose={onClose} />
      )}
    </>
  );
}

/** What colleagues change in the meantime is seen in the dialog as well. */
const asNow = (edited: Member, members: readonly Member[]) => members.find(({ id }) => id === edited.id) ?? edited;
