import { Checkbox, Stack, Text } from '@mantine/core';
import { useCall } from '../../../ui/hooks/use-call.ts';
import { useDone } from '../../../ui/hooks/use-save.ts';
import { saveOwnMailCall } from '../contract.ts';
import type { MailChoice } from '../mutes.ts';

/** For each kind of event a box: whether one is mailed about it. */
export function OwnMails({ choices }: { choices: MailChoice[] }) {
  const save = useCall(saveOwnMailCall, { onDone: useDone() });
  return (
    <Stack gap={10}>
      <Text size="sm" c="dimmed">
        The bell lists all your notifications. Those that you have not read are mailed to you as well, if you tick them here.
      </Text>
      {choices.map(({ kind, label, mail }) => (
        <Checkbox
          key={kind}
          label={label}
          checked={save.isPending && save.variables.params.kind === kind ? save.variables.body.mail : mail}
          disabled={save.isPending}
          onChange={(event) => save.mutate({ params: { kind }, body: { mail: event.currentTarget.checked } })}
        />
      ))}
    </Stack>
  );
}
