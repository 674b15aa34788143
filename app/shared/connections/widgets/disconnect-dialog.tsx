import { Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { href, useNavigate } from 'react-router';
import { call } from '../../../../platform/call.ts';
import { flashMs, showAlert } from '../../../ui/alerts/alerts.ts';
import { Skeleton } from '../../../ui/blocks/skeleton.tsx';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../../ui/dialog/dialog-buttons.tsx';
import { useQuery } from '../../../ui/hooks/use-query.ts';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { sells } from '../connection.ts';
import { type Connection, disconnectCall, impactCall } from '../contract.ts';
import { Impact, Uninstalled } from './impact.tsx';

/** Long enough to read what is left to do elsewhere, and to write it down. */
const leftMs = 60_000;

type Props = { connection: Pick<Connection, 'slug' | 'name' | 'capabilities'>; onClose: () => void };

/** Confirms a disconnect: lists what stops, and requires the connection's name. */
export default function DisconnectDialog({ connection: { slug, name, capabilities }, onClose }: Props) {
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const { data: impact, error } = useQuery({
    queryKey: ['disconnect-impact', slug],
    queryFn: ({ signal }) => call(impactCall, { params: { name: slug } }, signal),
    gcTime: 0,
  });
  const disconnect = async () => {
    const { message, left } = await call(disconnectCall, { params: { name: slug } });
    showAlert('success', message, flashMs);
    if (left) showAlert('warning', left, leftMs);
    await navigate(href('/settings/connectors'));
  };
  const matches = typed.trim() === name;
  return (
    <Dialog title={`Disconnect ${name}?`} size={480} onClose={onClose}>
      {(close) => (
        <Stack gap={14}>
          {impact ? (
            <Impact impact={impact} sells={sells({ capabilities })} />
          ) : error ? (
            <p role="alert">{errorMessage(error)}</p>
          ) : (
            <Skeleton rows={3} />
          )}
          <p>
            Kept: its orders and their history, and its log, which stays under Connections. Its links and mappings stay with it: when the
            same shop is connected again, it is taken up with all of them. Erased: its credentials, and any webhook that Crossdock set up
            there.
          </p>
          {impact?.uninstalls && <Uninstalled vendor={impact.uninstalls} />}
          <TextInput
            label={
              <>
                Type <strong>{name}</strong> to confirm
              </>
            }
            value={typed}
            onChange={({ currentTarget }) => setTyped(currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
          <DialogButtons onCancel={close}>
            <SubmitButton color="red" run={disconnect} disabled={!matches || !impact}>
              Disconnect
            </SubmitButton>
          </DialogButtons>
        </Stack>
      )}
    </Dialog>
  );
}
