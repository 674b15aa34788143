import { Box, Text } from '@mantine/core';
import { call } from '../../../platform/call.ts';
import { page } from '../../../platform/http/page.ts';
import { PageHeader } from '../../ui/blocks/page-header.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import { mayDo } from '../accounts/people/permissions.ts';
import { allDepartments, listMembers } from '../team/queries.ts';
import type { Route } from './+types/settings-page.ts';
import { waitingAddresses } from './addresses/mail-addresses.ts';
import { saveAccountEmailCall } from './contract.ts';
import { accountPlace, readEmailSetting } from './mails/email-setting.ts';
import { notMailed } from './mails/not-mailed.ts';
import { NotMailedNotices } from './mails/not-mailed-notices.tsx';
import { mailChoices } from './mutes.ts';
import { listRules, waitingHours } from './rules.ts';
import { NotificationTable } from './widgets/notification-table.tsx';

export const loader = page('work', async ({ session, tenant }) => {
  const [setting, rules, hours, own, departments, members, waiting, refused] = await Promise.all([
    readEmailSetting(tenant, null),
    listRules(tenant),
    waitingHours(tenant),
    mailChoices(tenant, { userId: session.userId, address: null }),
    allDepartments(tenant),
    listMembers(tenant),
    waitingAddresses(tenant),
    notMailed(tenant),
  ]);
  const people = members.map(({ user_id: id, name }) => ({ id, name }));
  const mayChange = mayDo(session.role, 'map');
  return { setting, saveName: accountPlace.saveName, rules, hours, own, departments, people, waiting, refused, mayChange };
});

/** What is told, to whom, and how: one table. */
export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  const { setting, saveName, rules, hours, own, departments, people, waiting, refused, mayChange } = loaderData;
  useLiveReload(['notification_rules', 'departments', 'team']);
  return (
    <>
      <PageHeader title="Notifications" />
      <Box maw={960}>
        <Text size="sm" c="dimmed" mb={8}>
          The bell lists all your notifications. Those that you have not read are mailed to you as well, where you tick it.
        </Text>
        <NotMailedNotices refused={refused} />
        <NotificationTable
          {...{ rules, hours, departments, people, own, waiting, mayChange }}
          always={{
            ...{ saveName, setting },
            waits: waiting.includes(setting.notificationEmail.toLowerCase()),
            save: (body) => call(saveAccountEmailCall, { body }),
          }}
        />
      </Box>
    </>
  );
}
