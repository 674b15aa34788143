import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { isRefused } from '../../../../../platform/call.ts';
import { showAlert, showError } from '../../../../ui/alerts/alerts.ts';
import { SubmitButton } from '../../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../../ui/dialog/dialog.tsx';
import { DialogButtons, DialogEnd } from '../../../../ui/dialog/dialog-buttons.tsx';
import { useDialogGuard } from '../../../../ui/form/use-dialog-guard.tsx';
import { useCall } from '../../../../ui/hooks/use-call.ts';
import { PlainForm } from '../../../../ui/plain-form.tsx';
import { fieldMessages } from '../../../../ui/words/error-message.ts';
import type { EventType } from '../../events/event-types.ts';
import { changeSubscriptionCall, createSubscriptionCall, type Subscription } from '../contract.ts';
import { EventChoices } from './event-choices.tsx';
import { SecretToKeep } from './secret-to-keep.tsx';

type Body = Pick<Subscription, 'name' | 'url'> & { types: EventType[] };
type Props = { subscription?: Pick<Subscription, 'id' | 'name' | 'url' | 'types'>; onClose: () => void };

/** What is sent where. Of a new webhook the secret follows, this once. */
export default function SubscriptionDialog({ subscription, onClose }: Props) {
  const [before] = useState(() => bodyOf(subscription));
  const [body, setBody] = useState(before);
  const [wrong, setWrong] = useState<Record<string, string[]>>({});
  const [secret, setSecret] = useState<string>();
  // Until the person has read what a colleague changed.
  const [was, setWas] = useState<Body | undefined>(before);
  const { guard, question } = useDialogGuard(!secret && JSON.stringify(body) !== JSON.stringify(before), onClose);
  const { revalidate } = useRevalidator();
  const onError = (error: unknown) => {
    const fields = fieldMessages(error);
    setWrong(fields);
    if (isRefused(error, 'changed_meanwhile')) setWas(undefined);
    if (Object.keys(fields).length === 0) showError(error);
  };
  const create = useCall(createSubscriptionCall, { onError });
  const change = useCall(changeSubscriptionCall, { onError });
  const save = async (close: () => void) => {
    setWrong({});
    if (subscription) {
      const { message } = await change.mutateAsync({ params: { id: subscription.id }, body: { ...body, was } });
      showAlert('success', message);
      close();
    } else setSecret((await create.mutateAsync({ body })).secret);
    await revalidate();
  };
  const field = (key: 'name' | 'url') => ({
    value: body[key],
    error: wrong[key]?.[0],
    onChange: (event: React.ChangeEvent<HTMLInputElement>) => setBody({ ...body, [key]: event.currentTarget.value }),
  });
  return (
    <>
      <Dialog
        title={subscription ? `Edit ${subscription.name}` : 'New webhook'}
        size={720}
        {...guard}
        closable={!secret && guard.closable}
        onClose={onClose}
      >
        {(close) =>
          secret ? (
            <SecretToKeep secret={secret} onKept={close} />
          ) : (
            <PlainForm send={() => save(close).catch(() => undefined)}>
              <Stack>
                <TextInput label="Name" maxLength={60} data-autofocus {...field('name')} />
                <TextInput
                  label="Address"
                  description="Where the events are posted: https, and reachable from the internet."
                  {...field('url')}
                />
                <EventChoices chosen={body.types} error={wrong.types?.[0]} onChange={(types) => setBody({ ...body, types })} />
                <DialogEnd>
                  <DialogButtons onCancel={close}>
                    <SubmitButton busy={create.isPending || change.isPending}>{subscription ? 'Save' : 'Create webhook'}</SubmitButton>
                  </DialogButtons>
                </DialogEnd>
              </Stack>
            </PlainForm>
          )
        }
      </Dialog>
      {question}
    </>
  );
}

const bodyOf = (from: Props['subscription']): Body => ({
  ...{ name: from?.name ?? '', url: from?.url ?? '' },
  types: (from?.types ?? []) as EventType[],
});
