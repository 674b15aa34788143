/** Every status: its label, colour and icon (see status-sprite.tsx). */
export const statuses = {
  pending: { label: 'Pending', tone: 'grey', sign: 'open' },
  packing: { label: 'Packing', tone: 'blue', sign: 'begun' },
  partially_shipped: { label: 'Partially Shipped', tone: 'indigo', sign: 'most' },
  shipped: { label: 'Shipped', tone: 'teal', sign: 'whole' },
  fulfilled: { label: 'Fulfilled', tone: 'green', sign: 'tick' },
  error: { label: 'Error', tone: 'red', sign: 'alarm' },
  hold: { label: 'On hold', tone: 'amber', sign: 'pause' },
  cancelled: { label: 'Cancelled', tone: 'struck', sign: 'cross' },
  waiting: { label: 'Waiting', tone: 'grey', sign: 'open' },
  sending: { label: 'Sending', tone: 'blue', sign: 'begun' },
  running: { label: 'Running', tone: 'blue', sign: 'begun' },
  accepted: { label: 'Accepted', tone: 'blue', sign: 'begun' },
  done: { label: 'Done', tone: 'green', sign: 'tick' },
  skipped: { label: 'Skipped', tone: 'grey', sign: 'dash' },
  dropped: { label: 'Dropped', tone: 'grey', sign: 'dash' },
  rejected: { label: 'Rejected', tone: 'red', sign: 'alarm' },
  failed: { label: 'Failed', tone: 'red', sign: 'alarm' },
  healthy: { label: 'Working', tone: 'green', sign: 'tick' },
  new: { label: 'Connecting', tone: 'grey', sign: 'open' },
  paused: { label: 'Paused', tone: 'amber', sign: 'pause' },
  troubled: { label: 'Trouble', tone: 'amber', sign: 'alarm' },
  blocked: { label: 'Blocked', tone: 'amber', sign: 'alarm' },
  needs_reconnect: { label: 'Reconnect', tone: 'red', sign: 'alarm' },
} as const;

export type Status = keyof typeof statuses;
export type Sign = (typeof statuses)[Status]['sign'];
