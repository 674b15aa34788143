/** Every status that the product shows: its word, and how it is drawn. */
export const statuses = {
  pending: { label: 'Pending', tone: 'grey' },
  packing: { label: 'Packing', tone: 'blue' },
  partially_shipped: { label: 'Partially shipped', tone: 'indigo' },
  shipped: { label: 'Shipped', tone: 'teal' },
  fulfilled: { label: 'Fulfilled', tone: 'green' },
  error: { label: 'Error', tone: 'red' },
  hold: { label: 'On hold', tone: 'amber' },
  cancelled: { label: 'Cancelled', tone: 'struck' },
  queued: { label: 'Waiting', tone: 'grey' },
  running: { label: 'Running', tone: 'blue' },
  done: { label: 'Done', tone: 'green' },
  done_with_failures: { label: 'Done, some failed', tone: 'amber' },
  failed: { label: 'Failed', tone: 'red' },
  skipped: { label: 'Skipped', tone: 'grey' },
  connected: { label: 'Connected', tone: 'green' },
  paused: { label: 'Paused', tone: 'amber' },
  failing: { label: 'Trouble', tone: 'amber' },
  needs_reconnect: { label: 'Reconnect needed', tone: 'red' },
} as const;

export type Status = keyof typeof statuses;
export type Tone = (typeof statuses)[Status]['tone'];
