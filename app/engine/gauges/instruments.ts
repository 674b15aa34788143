import { Gauge } from 'prom-client';
import { registry } from '../../../platform/metrics/registry.ts';

const registers = [registry];

export const gauges = {
  outboxAge: new Gauge({
    ...{ name: 'crossdock_outbox_oldest_seconds', help: 'For how long the oldest effect that is due waits to be sent.', registers },
    labelNames: ['kind'],
  }),
  outboxDue: new Gauge({
    ...{ name: 'crossdock_outbox_due', help: 'Effects that are due.', registers },
    labelNames: ['kind'],
  }),
  jobAge: new Gauge({
    ...{ name: 'crossdock_job_oldest_seconds', help: 'For how long the oldest job that is due waits for a worker.', registers },
    labelNames: ['job'],
  }),
  streamAge: new Gauge({
    ...{ name: 'crossdock_stream_oldest_seconds', help: 'For how long the oldest read of an active connection is overdue.', registers },
    labelNames: ['stream'],
  }),
  issues: new Gauge({ ...{ name: 'crossdock_open_issues', help: 'Open issues.', registers }, labelNames: ['type'] }),
  connections: new Gauge({
    ...{ name: 'crossdock_connections', help: 'Connections, by what they are and how they do.', registers },
    labelNames: ['connector', 'state'],
  }),
  nodeLost: new Gauge({
    ...{ name: 'crossdock_database_node_lost_seconds', help: 'For how long a database node has not replied.', registers },
    labelNames: ['node'],
  }),
  unwritable: new Gauge({
    ...{
      name: 'crossdock_files_unwritable',
      help: '1 while a worker cannot write its mark to the files, so that it sends nothing.',
      registers,
    },
  }),
  stopped: new Gauge({
    ...{ name: 'crossdock_sending_stopped', help: '1 while nothing is sent, because the database may not be the newest.', registers },
  }),
};
