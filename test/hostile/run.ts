import { aligned } from '../faults/table.ts';
import { inputs } from './inputs.ts';
import { type Measured, measureIdle, measureInput, type Row } from './measure.ts';
import { startAttacked } from './product.ts';

/**
 * `npm run test:hostile`: a hostile account sends each input, or those whose names contain the argument, while another account works. Ends
 * with 1 unless the other's p99 stays within three times of idle and each health check within 100 ms. Wants a machine of its own.
 */
const [only = ''] = process.argv.slice(2);
const chosen = inputs.filter(({ name }) => name.includes(only));
const secondsEach = Number(process.env.HOSTILE_SECONDS ?? 5);
const attacked = await startAttacked();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void attacked.stop().then(() => process.exit(1)));
const rows: Row[] = [];
try {
  // Twice: code is compiled and modules are loaded in the first.
  await measureIdle(attacked, 4_000);
  const idle = await measureIdle(attacked, 6_000);
  for (const input of chosen) rows.push(await measureInput(attacked, { input, ms: secondsEach * 1_000 }));
  const each = ({ core, seconds }: Measured, time: 'used' | 'waited') => (core ? (core[time] / seconds).toFixed(0) : '-');
  const isGood = ({ p99, health, refused, input, statuses, wrong }: Row) =>
    p99 <= 3 * idle.p99 &&
    health <= 100 &&
    refused + wrong.length === 0 &&
    Object.keys(statuses).every((status) => input.statuses.includes(Number(status)));
  const cells = rows.map((row) => [
    ...[
      row.input.item,
      row.input.name,
      Object.entries(row.statuses)
        .map(([status, n]) => `${status} × ${n}`)
        .join(', '),
    ],
    ...[row.seconds.toFixed(1), String(row.samples), row.p50.toFixed(1), row.p99.toFixed(1), (row.p99 / idle.p99).toFixed(1)],
    ...[row.health.toFixed(0), each(row, 'used'), each(row, 'waited'), isGood(row) ? 'yes' : 'NO'],
  ]);
  const heads = [
    'item',
    'hostile input',
    'received with',
    'seconds',
    'samples',
    'p50 ms',
    'p99 ms',
    'times idle',
    'health ms',
    'web used',
    'web waited',
    'holds',
  ];
  console.log(
    `Idle: ${idle.samples} samples, p50 ${idle.p50.toFixed(1)} ms, p99 ${idle.p99.toFixed(1)} ms, longest health check ${idle.health.toFixed(1)} ms. Of each second web used ${each(idle, 'used')} ms of a core and waited ${each(idle, 'waited')} for one.\n`,
  );
  console.log(aligned(heads, cells));
  for (const { input, wrong } of rows) for (const sentence of wrong) console.log(`${input.name}: ${sentence}`);
  if (!rows.every(isGood)) process.exitCode = 1;
} finally {
  await attacked.stop();
}
