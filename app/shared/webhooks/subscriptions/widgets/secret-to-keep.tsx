import { Button, Stack, Text } from '@mantine/core';
import { FormButtons } from '../../../../ui/buttons/form-buttons.tsx';
import { CopyText } from '../../../../ui/text/copy-text.tsx';

/** A secret: shown now, and never again. */
export const SecretToKeep = ({ secret, onKept }: { secret: string; onKept: () => void }) => (
  <Stack>
    <Text c="dimmed">
      Every event is signed with this secret, so that whoever receives it knows that it is from here. Keep it there: it is not shown again.
    </Text>
    <Text component="div">
      <CopyText text={secret} label="Copy the secret" />
    </Text>
    <FormButtons>
      <Button onClick={onKept} data-autofocus>
        I have saved it
      </Button>
    </FormButtons>
  </Stack>
);
