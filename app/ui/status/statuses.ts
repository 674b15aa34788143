/** Every status that the product shows: its word, its colour, and the sign it is drawn with (see status-sprite.tsx). */
export const statuses = {
  pending: { label: 'Pending', tone: 'grey', sign: 'open' },
  packing: { label: 'Packing', tone: 'blue', sign: 'begun' },
  partially_shipped: { label: 'Partially shipped', tone: 'indigo', sign: 'most' },
  shipped: { label: 'Shipped', tone: 'teal', sign: 'whole' },
  fulfilled: { label: 'Fulfilled', tone: 'green', sign: 'tick' },
  error: { label: 'Error', tone: 'red', sign: 'alarm' },
  hold: { label: 'On hold', tone: 'amber', sign: 'pause' },
  cancelled: { label: 'Cancelled', tone: 'struck', sign: 'cross' },
  queued: { label: 'Waiting', tone: 'grey', sign: 'open' },
  running: { label: 'Running', tone: 'blue', sign: 'begun' },
  done: { label: 'Done', tone: 'green', sign: 'tick' },
  done_with_failures: { label: 'Done, some failed', tone: 'amber', sign: 'alarm' },
  failed: { label: 'Failed', tone: 'red', sign: 'alarm' },
  skipped: { label: 'Skipped', tone: 'grey', sign: 'dash' },
  connected: { label: 'Connected', tone: 'green', sign: 'tick' },
  paused: { label: 'Paused', tone: 'amber', sign: 'pause' },
  failing: { label: 'Trouble', tone: 'amber', sign: 'alarm' },
  needs_reconnect: { label: 'Reconnect needed', tone: 'red', sign: 'alarm' },
} as const;

export type Status = keyof typeof statuses;
export type Sign = (typeof statuses)[Status]['sign'];
