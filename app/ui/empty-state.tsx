import classes from './empty-state.module.css';

type Props = { title: string; children?: React.ReactNode; action?: React.ReactNode; icon?: React.ReactNode };

/** Why there is nothing, and what to do next. */
export function EmptyState({ title, children, action, icon }: Props) {
  return (
    <div className={classes.empty}>
      {icon && <div className={classes.icon}>{icon}</div>}
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {action && <div className={classes.action}>{action}</div>}
    </div>
  );
}

/** What could not be loaded, with the way to try again. */
export function ErrorState({ title, children, onRetry }: { title: string; children?: React.ReactNode; onRetry?: () => void }) {
  return (
    <div className={classes.empty} role="alert">
      <h2>{title}</h2>
      {children && <p>{children}</p>}
      {onRetry && (
        <button type="button" className={classes.retry} onClick={onRetry}>
          Try again
        </button>
      )}
    </div>
  );
}
