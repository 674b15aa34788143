import { Button, Stack, Text } from '@mantine/core';
import { Dialog } from '../../../ui/dialog/dialog.tsx';
import { FormButtons } from '../../../ui/form/form-buttons.tsx';
import { useCopied } from '../../../ui/use-copied.ts';
import classes from './two-factor.module.css';

/** New recovery codes: shown now, and never again. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { copied, copy } = useCopied(codes.join('\n'));
  return (
    <Dialog title="Your recovery codes" bare mayClose={() => false} onClose={onClose}>
      {(close) => (
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
            <Button onClick={close} data-autofocus>
              I have kept them
            </Button>
          </FormButtons>
        </Stack>
      )}
    </Dialog>
  );
}
