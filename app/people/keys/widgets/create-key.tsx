import { Checkbox, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core';
import { useState } from 'react';
import { useRevalidator } from 'react-router';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { DialogButtons, DialogEnd } from '../../../ui/dialog/dialog-buttons.tsx';
import { useCall } from '../../../ui/hooks/use-call.ts';
import { fieldMessages } from '../../../ui/words/error-message.ts';
import { createKeyCall } from '../contract.ts';
import { type Scope, scopeGroups } from '../scopes.ts';
import { KeyToKeep } from './key-to-keep.tsx';

const lifetimes = [
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: 'A year' },
  { value: '', label: 'Until it is revoked' },
];

/** Makes a key, and shows it once. */
export default function CreateKey({ onClose }: { onClose: () => void }) {
  const [name, setName] = useState('');
  const [scopes, setScopes] = useState<Scope[]>([]);
  const [days, setDays] = useState('90');
  const [networks, setNetworks] = useState('');
  const [faults, setFaults] = useState<Record<string, string[]>>({});
  const { revalidate } = useRevalidator();
  const create = useCall(createKeyCall, { onDone: () => revalidate(), onError: (error) => setFaults(fieldMessages(error)) });
  const fault = (field: string) => Object.entries(faults).find(([key]) => key.split('.')[0] === field)?.[1][0];
  const send = () =>
    create.mutateAsync({
      body: { name, scopes, days: days === '' ? null : Number(days), networks: networks.split(/[\s,;]+/).filter(Boolean) },
    });
  return (
    <Dialog title={create.data ? 'Keep this key now' : 'New key'} closable={!create.data && !create.isPending} onClose={onClose}>
      {(close) =>
        create.data ? (
          <KeyToKeep secret={create.data.key} onKept={close} />
        ) : (
          <Stack>
            <TextInput
              label="Name"
              description="What uses it, as in Ledger."
              value={name}
              error={fault('name')}
              data-autofocus
              onChange={(event) => setName(event.currentTarget.value)}
            />
            <Scopes value={scopes} error={fault('scopes')} onChange={setScopes} />
            <NativeSelect label="Expires after" value={days} data={lifetimes} onChange={(event) => setDays(event.currentTarget.value)} />
            <Textarea
              label="Networks that it works from"
              description="As 203.0.113.0/24, separated by commas, spaces or new lines. Blank is from anywhere."
              rows={2}
              value={networks}
              error={fault('networks')}
              onChange={(event) => setNetworks(event.currentTarget.value)}
            />
            <DialogEnd>
              <DialogButtons onCancel={close}>
                <SubmitButton run={() => send().catch(() => undefined)}>Make the key</SubmitButton>
              </DialogButtons>
            </DialogEnd>
          </Stack>
        )
      }
    </Dialog>
  );
}

type ScopesProps = { value: Scope[]; error: string | undefined; onChange: (scopes: Scope[]) => void };

/** None is chosen to begin with: a key may as little as its program does with. */
function Scopes({ value, error, onChange }: ScopesProps) {
  return (
    <Checkbox.Group label="What it may do" value={value} error={error} onChange={(chosen) => onChange(chosen as Scope[])}>
      <Stack gap={12} mt={8}>
        {scopeGroups.flatMap(({ scopes }) =>
          Object.entries(scopes).map(([scope, text]) => <Checkbox key={scope} value={scope} label={text} />),
        )}
      </Stack>
    </Checkbox.Group>
  );
}
