import { useLiveState } from './connection.ts';
import classes from './live-dot.module.css';

const words = { connecting: 'connecting', live: 'live', lost: 'reconnecting', offline: 'offline' };

/** Shows whether the page gets live events. */
export function LiveDot() {
  const state = useLiveState();
  return (
    <span className={classes.live} data-state={state} role="status" title={titles[state]}>
      <span className={classes.dot} aria-hidden />
      <span className={classes.word}>{words[state]}</span>
    </span>
  );
}

const titles = {
  connecting: 'Connecting to live updates',
  live: 'This page updates automatically',
  lost: 'The connection was lost. Trying again; what you see may be out of date.',
  offline: 'This device is offline. What you see may be out of date.',
};
