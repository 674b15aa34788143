import '@mantine/core/styles/EmptyState.layer.css';
import { Button, EmptyState as Frame } from '@mantine/core';
import { errorMessage } from '../words/error-message.ts';

type Props = { title: string; children?: React.ReactNode; action?: React.ReactNode; icon?: React.ReactNode };

/** Why there is nothing, and what to do next. */
export function EmptyState({ title, children, action, icon }: Props) {
  return (
    <Frame icon={icon}>
      <Frame.Title order={2}>{title}</Frame.Title>
      {children && <Frame.Description>{children}</Frame.Description>}
      {action && <Frame.Actions>{action}</Frame.Actions>}
    </Frame>
  );
}

type Failed = { title: string; error?: unknown; children?: React.ReactNode; onRetry?: () => void };

/** What could not be loaded, why, and the way to try again. */
export function ErrorState({ title, error, children = error ? errorMessage(error) : undefined, onRetry }: Failed) {
  return (
    <Frame role="alert">
      <Frame.Title order={2}>{title}</Frame.Title>
      {children && <Frame.Description>{children}</Frame.Description>}
      {onRetry && (
        <Button variant="subtle" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Frame>
  );
}
