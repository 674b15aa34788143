import classes from './health-dot.module.css';

export type Health = 'healthy' | 'new' | 'paused' | 'troubled' | 'blocked' | 'needs_reconnect';

/** A connection's health: a shape as well as a colour, and a word for screen readers. */
export function HealthDot({ health }: { health: Health }) {
  return <span className={classes.dot} data-health={health} role="img" aria-label={words[health]} title={words[health]} />;
}

const words: Record<Health, string> = {
  healthy: 'Working',
  new: 'Connecting',
  paused: 'Paused',
  troubled: 'Having trouble, retried automatically',
  blocked: 'Failing, retried automatically',
  needs_reconnect: 'Needs to be reconnected',
};
