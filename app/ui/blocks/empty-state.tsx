import '@mantine/core/styles/EmptyState.layer.css';
import { Button, EmptyState as Frame } from '@mantine/core';

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

/** What could not be loaded, with the way to try again. */
export function ErrorState({ title, children, onRetry }: { title: string; children?: React.ReactNode; onRetry?: () => void }) {
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
