import type { Status } from './statuses.ts';

/**
 * How far along, read at a glance: a ring that fills from pending to fulfilled, and a mark of its own for each state
 * off that path. Plain SVG, because a list draws fifty of them.
 */
export function StatusIcon({ status }: { status: Status }) {
  return (
    <svg width="14" height="14" viewBox="0 0 14 14" fill="none" aria-hidden="true">
      {drawings[status]}
    </svg>
  );
}

/** A ring with this many of its eight parts filled. */
const ring = (parts: number) => (
  <>
    <circle cx="7" cy="7" r="6" stroke="currentColor" strokeWidth="1.5" />
    <circle
      cx="7"
      cy="7"
      r="2"
      stroke="currentColor"
      strokeWidth="4"
      strokeDasharray={`${(parts * Math.PI * 4) / 8} 100`}
      transform="rotate(-90 7 7)"
    />
  </>
);

const disc = (mark: string) => (
  <>
    <circle cx="7" cy="7" r="6.75" fill="currentColor" />
    <path d={mark} stroke="var(--surface)" strokeWidth="1.6" strokeLinecap="round" strokeLinejoin="round" />
  </>
);

const open = <circle cx="7" cy="7" r="6" stroke="currentColor" strokeWidth="1.5" strokeDasharray="2.4 1.37" />;
const tick = disc('M4.3 7.2 6.2 9.1 9.8 5.3');
const alarm = disc('M7 3.8v3.6M7 10.1v.1');
const pause = disc('M5.4 4.8v4.4M8.6 4.8v4.4');
const cross = disc('M5 5l4 4M9 5 5 9');

const drawings: Record<Status, React.ReactNode> = {
  pending: open,
  packing: ring(3),
  partially_shipped: ring(5),
  shipped: ring(8),
  fulfilled: tick,
  error: alarm,
  hold: pause,
  cancelled: cross,
  queued: open,
  running: ring(3),
  done: tick,
  done_with_failures: alarm,
  failed: alarm,
  skipped: disc('M4.5 7h5'),
  connected: tick,
  paused: pause,
  failing: alarm,
  needs_reconnect: alarm,
};
