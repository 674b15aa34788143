import { Counter, Gauge, Histogram, Registry } from 'prom-client';

/**
 * What this process counts, for `/metrics`. Labels have few values, all of them ours: no account, no text of a request or a vendor.
 * docs/monitoring/README.md says what each is good for.
 */
export const registry = new Registry();
const registers = [registry];

export const requestSeconds = new Histogram({
  ...{ name: 'crossdock_request_seconds', help: 'How long a request took, until its reply was sent.', registers },
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60],
});

export const jobSeconds = new Histogram({
  ...{ name: 'crossdock_job_seconds', help: 'How long a job took.', registers },
  labelNames: ['job', 'outcome'],
  buckets: [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300],
});

export const calls = new Counter({
  ...{ name: 'crossdock_calls_total', help: 'Calls to channels and warehouses. outcome: ok, or the kind of the failure.', registers },
  labelNames: ['connector', 'outcome'],
});

export const lastSuccess = new Gauge({
  ...{ name: 'crossdock_last_success_timestamp_seconds', help: 'When a call of this process last succeeded, in Unix time.', registers },
  labelNames: ['connector'],
});

export const limitWaits = new Counter({
  ...{ name: 'crossdock_limit_wait_seconds_total', help: 'How long requests had to wait for the limit of a vendor.', registers },
  labelNames: ['connector'],
});

export const orderEvents = new Counter({
  ...{ name: 'crossdock_order_events_total', help: 'Entries of the history of orders: arrived, released, confirmed and so on.', registers },
  labelNames: ['kind'],
});

/** Connections of the database, by pool. */
export const poolConnections = new Gauge({
  ...{ name: 'crossdock_database_connections', help: 'Open connections to the database. state: idle or used.', registers },
  labelNames: ['pool', 'state'],
});
export const poolWaiting = new Gauge({
  ...{ name: 'crossdock_database_waiting', help: 'What waits for a connection to the database.', registers },
  labelNames: ['pool'],
});
