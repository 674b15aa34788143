import { Button } from '@mantine/core';
import { errorMessage } from '../words/error-message.ts';
import classes from './empty-state.module.css';

type Props = { title: string; children?: React.ReactNode; action?: React.ReactNode; icon?: React.ReactNode };

/** Why there is nothing, and what to do next. Plain elements: it comes with every list. */
export function EmptyState({ title, children, action, icon }: Props) {
  return (
    <div className={classes.state}>
      {icon && <span className={classes.icon}>{icon}</span>}
      <h2 className={classes.title}>{title}</h2>
      {children && <div className={classes.text}>{children}</div>}
      {action && <div className={classes.actions}>{action}</div>}
    </div>
  );
}

type Failed = { title: string; error?: unknown; children?: React.ReactNode; onRetry?: () => void };

/** What could not be loaded, why, and the way to try again. */
export function ErrorState({ title, error, children = error ? errorMessage(error) : undefined, onRetry }: Failed) {
  return (
    <div className={classes.state} role="alert">
      <h2 className={classes.title}>{title}</h2>
      {children && <div className={classes.text}>{children}</div>}
      {onRetry && (
        <Button variant="subtle" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
