import { Stack, Text } from '@mantine/core';
import { CallError } from '../../../../platform/call.ts';
import { SubmitButton } from '../../../ui/buttons/submit-button.tsx';
import { errorMessage } from '../../../ui/words/error-message.ts';
import { Entrance } from './entrance.tsx';

type Props = {
  /** What was followed, as a sentence begins: `This link`. */
  what: string;
  error: unknown;
  onRetry: () => unknown;
  /** The way on where it no longer works. */
  children?: React.ReactNode;
};

/** A mailed link that leads nowhere. That it has ended only the server knows: without its reply the same link may work in a moment. */
export function LinkFailed({ what, error, onRetry, children }: Props) {
  const hasEnded = error instanceof CallError && error.status === 404;
  return (
    <Entrance title={hasEnded ? `${what} no longer works` : `${what} could not be opened`}>
      <Stack>
        <Text c="dimmed" role="alert">
          {errorMessage(error)}
        </Text>
        {hasEnded ? (
          children
        ) : (
          <SubmitButton run={onRetry} fullWidth>
            Try again
          </SubmitButton>
        )}
      </Stack>
    </Entrance>
  );
}
