import { Stack } from '@mantine/core';
import { useState } from 'react';
import { connectorNamed } from '../../../../connectors/index.ts';
import { found, page } from '../../../../platform/http/page.ts';
import { mayDo } from '../../../people/accounts/people/permissions.ts';
import { waitingAddresses } from '../../../people/notifications/addresses/mail-addresses.ts';
import { ConnectionEmail } from '../../../people/notifications/mails/connection-email.tsx';
import { readEmailSetting } from '../../../people/notifications/mails/email-setting.ts';
import { Columns } from '../../../ui/blocks/section.tsx';
import { useDialogAddress } from '../../../ui/dialog/use-dialog-address.ts';
import { lazily } from '../../../ui/lazily.tsx';
import { useLive, useReload } from '../../../ui/live/use-live.ts';
import { useWhenNoDialog } from '../../../ui/live/use-when-no-dialog.ts';
import { ImportChoices } from '../import-choices/choices.tsx';
import { listImportChoices } from '../import-choices/queries.ts';
import { listConnections } from '../queries.ts';
import { hasSyncOptions, syncOptionsOf } from '../sync-options/options.ts';
import { SyncOptions } from '../sync-options/widgets/sync-options.tsx';
import { available } from '../trying/available.ts';
import { webhookContext } from '../webhooks/webhook-context.ts';
import { ConnectionPageHeader } from '../widgets/connection-page-header.tsx';
import { ConnectionSettings } from '../widgets/connection-settings.tsx';
import { WebhookAddress } from '../widgets/webhook-address.tsx';
import type { Route } from './+types/settings-page.ts';

const DisconnectDialog = lazily(() => import('../widgets/disconnect-dialog.tsx'));

const SettingsDialog = lazily(() => import('../widgets/settings-dialog.tsx'));

export const loader = page('work', async ({ session, tenant, params, context }) => {
  const connection = found((await listConnections(tenant)).find(({ slug }) => slug === params.name));
  const connector = connectorNamed(connection.connector);
  const choices = await listImportChoices(tenant, connection.id);
  const email = await readEmailSetting(tenant, connection.id);
  const mayConnect = mayDo(session.role, 'connect');
  const takesWebhooks = mayConnect && connection.capabilities.includes('hints') && !connector.hintsArePolled;
  return {
    connection,
    connectable: available.find(({ name }) => name === connection.connector),
    takesWebhooks,
    // Where it cannot be read the page is there to mend that: its part asks by a call, and says what is wrong.
    webhook:
      (takesWebhooks &&
        (await context
          .get(webhookContext)?.(tenant, connection.id)
          .catch(() => null))) ||
      null,
    sync: hasSyncOptions(connector) ? syncOptionsOf(connector, connection.settings) : null,
    choices,
    email,
    waits: (await waitingAddresses(tenant)).includes(email.notificationEmail.toLowerCase()),
    mayMap: mayDo(session.role, 'map'),
    mayConnect,
  };
});

/** What a connection was connected with, what of it is read, and who is mailed about it. `?edit` opens the form. */
export default function ConnectionSettingsPage({
  loaderData: { connection, connectable, takesWebhooks, webhook, sync, choices, email, waits, mayMap, mayConnect },
}: Route.ComponentProps) {
  const { slug, name } = connection;
  const editing = useDialogAddress('edit');
  const [disconnecting, setDisconnecting] = useState(false);
  // While it is being disconnected its page must neither reload, also because of what came just before, nor ask for its webhook.
  useLive(['connections'], useWhenNoDialog(useReload(), 1_500));
  return (
    <>
      <ConnectionPageHeader slug={slug} name={name} title="Settings" />
      <Columns
        side={
          <>
            <ConnectionEmail slug={slug} setting={email} waits={waits} mayChange={mayMap} />
            {takesWebhooks && <WebhookAddress key={slug} connection={connection} first={webhook} isEnding={disconnecting} />}
          </>
        }
      >
        <Stack gap={28}>
          <ConnectionSettings
            connection={connection}
            connectable={connectable}
            mayConnect={mayConnect}
            onEdit={() => editing.open()}
            onDisconnect={() => setDisconnecting(true)}
          />
          <ImportChoices connection={connection} choices={choices} mayMap={mayMap} />
          {sync && <SyncOptions slug={slug} options={sync} mayMap={mayMap} />}
        </Stack>
      </Columns>
      {mayConnect && editing.value !== null && (
        <SettingsDialog key={editing.key} connection={connection} connectable={connectable} onClose={editing.close} />
      )}
      {disconnecting && <DisconnectDialog connection={connection} onClose={() => setDisconnecting(false)} />}
    </>
  );
}
