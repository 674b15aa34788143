import classes from './health-dot.module.css';

export type Health = 'healthy' | 'failing' | 'broken' | 'paused';

/** How a connection is: a shape as well as a colour, and a word for who hears the page. */
export function HealthDot({ health }: { health: Health }) {
  return <span className={classes.dot} data-health={health} role="img" aria-label={words[health]} title={words[health]} />;
}

const words: Record<Health, string> = {
  healthy: 'Working',
  failing: 'Having trouble, trying again',
  broken: 'Needs to be reconnected',
  paused: 'Paused',
};
