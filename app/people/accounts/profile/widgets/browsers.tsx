import { Button, Text } from '@mantine/core';
import { useState } from 'react';
import { call } from '../../../../../platform/call.ts';
import { showAlert } from '../../../../ui/alerts/alerts.ts';
import { Section } from '../../../../ui/blocks/section.tsx';
import { ShortTable } from '../../../../ui/blocks/short-table.tsx';
import { PressButton } from '../../../../ui/buttons/row-button.tsx';
import { ConfirmDialog } from '../../../../ui/dialog/confirm-dialog.tsx';
import { Ago } from '../../../../ui/time/relative-time.tsx';
import { endOtherSessions, endSession, type Profile, type SignedInBrowser } from '../contract.ts';
import { useProfileChanged } from './use-profile.ts';

/** Where the person is signed in. */
export function Browsers({ browsers }: Pick<Profile, 'browsers'>) {
  const [isEndingAll, setEndingAll] = useState(false);
  const changed = useProfileChanged();
  const others = browsers.filter(({ own }) => !own).length;
  const endAll = async () => {
    showAlert('success', (await call(endOtherSessions, {})).message);
    await changed();
  };
  return (
    <Section
      title="Where you are signed in"
      actions={
        others > 0 && (
          <Button variant="default" onClick={() => setEndingAll(true)}>
            Sign out all others
          </Button>
        )
      }
    >
      <ShortTable>
        <thead>
          <tr>
            <th scope="col">Browser</th>
            <th scope="col">Last seen</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {browsers.map((browser) => (
            <Row key={browser.id} browser={browser} onEnded={changed} />
          ))}
        </tbody>
      </ShortTable>
      {isEndingAll && (
        <ConfirmDialog
          title="Sign out all others?"
          text={`${others === 1 ? 'One browser' : `${others} browsers`} will have to sign in again. This one stays signed in.`}
          verb="Sign out all others"
          run={endAll}
          onClose={() => setEndingAll(false)}
        />
      )}
    </Section>
  );
}

function Row({ browser: { id, name, address, seenAt, own }, onEnded }: { browser: SignedInBrowser; onEnded: () => Promise<void> }) {
  const end = async () => {
    const { message } = await call(endSession, { params: { id } });
    document.getElementById('main')?.focus();
    showAlert('success', message);
    await onEnded();
  };
  return (
    <tr>
      <td>
        {name}
        <Text size="xs" c="dimmed">
          {address}
        </Text>
      </td>
      <td>{own ? 'this browser' : <Ago at={seenAt} />}</td>
      <td data-figure>
        {!own && (
          <PressButton run={end} aria-label={`Sign out ${name}, ${address}`}>
            Sign out
          </PressButton>
        )}
      </td>
    </tr>
  );
}
