import { Checkbox } from '@mantine/core';
import { useCall } from '../../../ui/hooks/use-call.ts';
import { useDone } from '../../../ui/hooks/use-save.ts';
import { saveOwnMailCall } from '../contract.ts';
import type { MailChoice } from '../mutes.ts';
import classes from './mail-me.module.css';

/** A box: whether who looks is mailed about a kind of event, beside the bell. */
export function MailMe({ choice: { kind, label, mail } }: { choice: MailChoice }) {
  const save = useCall(saveOwnMailCall, { onDone: useDone() });
  return (
    <Checkbox
      classNames={{ body: classes.choice }}
      label="Bell, and mail me"
      aria-label={`Bell, and mail me: ${label}`}
      checked={save.isPending ? save.variables.body.mail : mail}
      disabled={save.isPending}
      onChange={(event) => save.mutate({ params: { kind }, body: { mail: event.currentTarget.checked } })}
    />
  );
}
