import { Button } from '@mantine/core';
import { useState } from 'react';
import { Notice } from '../../../../ui/blocks/notice.tsx';
import { lazily } from '../../../../ui/lazily.tsx';
import type { Subscription } from '../../subscriptions/contract.ts';

const RotateDialog = lazily(() => import('../../subscriptions/widgets/rotate-dialog.tsx'));

/** Why nothing can be sent to a webhook whose secret cannot be opened, and what mends it. The new one is shown after that, too. */
export function SecretLost({ subscription, mayChange }: { subscription: Subscription; mayChange: boolean }) {
  const [opened, setOpened] = useState(false);
  const renew = mayChange && (
    <Button size="xs" variant="default" onClick={() => setOpened(true)}>
      New secret…
    </Button>
  );
  return (
    <>
      {subscription.secret_lost && (
        <Notice tone="danger" actions={renew}>
          Nothing is sent to it: the key that its secret was encrypted with is lost, so no event can be signed. Make a new secret, and enter
          it where the events are received. What waits is sent then.
        </Notice>
      )}
      {opened && <RotateDialog subscription={subscription} onClose={() => setOpened(false)} />}
    </>
  );
}
