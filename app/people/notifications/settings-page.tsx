import { Stack } from '@mantine/core';
import { call } from '../../../platform/call.ts';
import { page } from '../../../platform/http/page.ts';
import { PageHeader } from '../../ui/blocks/page-header.tsx';
import { Section } from '../../ui/blocks/section.tsx';
import { useLiveReload } from '../../ui/live/use-live.ts';
import { mayDo } from '../accounts/people/permissions.ts';
import { allDepartments, listMembers } from '../team/queries.ts';
import type { Route } from './+types/settings-page.ts';
import { waitingAddresses } from './addresses/mail-addresses.ts';
import { saveAccountEmailCall } from './contract.ts';
import { accountPlace, readEmailSetting } from './mails/email-setting.ts';
import { mailChoices } from './mutes.ts';
import { listRules, waitingHours } from './rules.ts';
import { EmailNotification } from './widgets/email-notification.tsx';
import { OwnMails } from './widgets/own-mails.tsx';
import { Rules } from './widgets/rules.tsx';

export const loader = page('work', async ({ session, tenant }) => {
  const [setting, rules, hours, own, departments, members, waiting] = await Promise.all([
    readEmailSetting(tenant, null),
    listRules(tenant),
    waitingHours(tenant),
    mailChoices(tenant, { userId: session.userId, address: null }),
    allDepartments(tenant),
    listMembers(tenant),
    waitingAddresses(tenant),
  ]);
  const people = members.map(({ user_id: id, name }) => ({ id, name }));
  const mayChange = mayDo(session.role, 'map');
  return { setting, saveName: accountPlace.saveName, rules, hours, own, departments, people, waiting, mayChange };
});

/** Who is told of what, and what of it one is mailed oneself. */
export default function NotificationsPage({ loaderData }: Route.ComponentProps) {
  const { setting, saveName, rules, hours, own, departments, people, waiting, mayChange } = loaderData;
  useLiveReload(['notification_rules', 'departments', 'team']);
  return (
    <>
      <PageHeader title="Notifications" />
      <Stack gap={28} maw={960}>
        <Section title="What you are mailed about">
          <OwnMails choices={own} />
        </Section>
        <Section title="Who is notified">
          <Rules rules={rules} hours={hours} departments={departments} people={people} waiting={waiting} mayChange={mayChange} />
        </Section>
        <EmailNotification
          saveName={saveName}
          setting={setting}
          waits={waiting.includes(setting.notificationEmail.toLowerCase())}
          mayChange={mayChange}
          save={(body) => call(saveAccountEmailCall, { body })}
        />
      </Stack>
    </>
  );
}
