import { useState } from 'react';
import { RowMenu } from '../../../../ui/buttons/row-menu.tsx';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { useSave } from '../../../../ui/hooks/use-save.ts';
import { lazily } from '../../../../ui/lazily.tsx';
import { endFormerSecretCall, type Subscription, sendTestCall, switchSubscriptionCall } from '../../subscriptions/contract.ts';

const SubscriptionDialog = lazily(() => import('../../subscriptions/widgets/subscription-dialog.tsx'));
const ReplayDialog = lazily(() => import('./replay-dialog.tsx'));
const RotateDialog = lazily(() => import('../../subscriptions/widgets/rotate-dialog.tsx'));
const DeleteDialog = lazily(() => import('../../subscriptions/widgets/delete-dialog.tsx'));

type Opened = 'edit' | 'replay' | 'rotate' | 'delete';

/** What can be done with a webhook. */
export function WebhookActions({ subscription }: { subscription: Subscription }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const save = useSave();
  const { id, name, state, rotating_until } = subscription;
  const closing = { subscription, onClose: () => setOpened(null) };
  const entry = (key: Opened, label: string) => ({ key, label, onChoose: () => setOpened(key) });
  const other = state === 'on' ? 'off' : 'on';
  return (
    <>
      <RowMenu
        label={`More about ${name}`}
        entries={[
          entry('edit', 'Edit'),
          { ...entry('replay', 'Replay events…'), disabled: state === 'off' },
          entry('rotate', 'New secret…'),
          ...(rotating_until
            ? [{ key: 'end', label: 'End the former secret', onChoose: () => void save(endFormerSecretCall, { params: { id } }) }]
            : []),
          {
            key: 'switch',
            label: `Switch ${other}`,
            onChoose: () => void save(switchSubscriptionCall, { params: { id }, body: { state: other } }),
          },
          { ...entry('delete', 'Delete…'), danger: true },
        ]}
      />
      <SubmitButton variant="default" disabled={state === 'off'} run={() => save(sendTestCall, { params: { id } })}>
        Send test event
      </SubmitButton>
      {opened === 'edit' && <SubscriptionDialog {...closing} />}
      {opened === 'replay' && <ReplayDialog id={id} name={name} onClose={closing.onClose} />}
      {opened === 'rotate' && <RotateDialog {...closing} />}
      {opened === 'delete' && <DeleteDialog {...closing} />}
    </>
  );
}
