import { Button, Stack, Text } from '@mantine/core';
import { FormButtons } from '../../../ui/buttons/form-buttons.tsx';
import { useCopied } from '../../../ui/hooks/use-copied.ts';
import classes from './set-up.module.css';

/** New recovery codes: shown now, and never again. */
export function CodesToKeep({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) {
  const { copied, copy } = useCopied(codes.join('\n'));
  return (
    <Stack>
      <Text c="dimmed">
        Each signs you in once, when you do not have your phone. Keep them where others cannot read them: they are not shown again.
      </Text>
      <ol className={classes.codes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code} className="mono">
            {code}
          </li>
        ))}
      </ol>
      <FormButtons>
        <Button variant="default" onClick={copy}>
          {copied ? 'Copied' : 'Copy all'}
        </Button>
        <Button onClick={onKept} data-autofocus>
          I have kept them
        </Button>
      </FormButtons>
    </Stack>
  );
}
