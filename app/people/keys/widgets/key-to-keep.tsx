import { Button, Stack, Text } from '@mantine/core';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { useCopied } from '../../../ui/hooks/use-copied.ts';
import classes from './keys.module.css';

/** A new key or its new secret: shown now, and never again. */
export function KeyToKeep({ secret, onKept }: { secret: string; onKept: () => void }) {
  const { copied, copy } = useCopied(secret);
  return (
    <Stack>
      <Text c="dimmed">Put it where your program reads its secrets. It is not shown again: a lost key is rotated.</Text>
      <output className={`mono ${classes.secret}`} aria-label="The key">
        {secret}
      </output>
      <FormButtons>
        <Button variant="default" onClick={copy}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
        <Button onClick={onKept} data-autofocus>
          I have saved it
        </Button>
      </FormButtons>
    </Stack>
  );
}
