import { aligned } from '../faults/table.ts';
import { inputs } from './inputs.ts';
import { measureIdle, measureInput, type Row } from './measure.ts';
import { startAttacked } from './product.ts';

/**
 * `npm run test:hostile`: a hostile account sends each input, or those whose names contain the argument, while another account works. Ends
 * with 1 unless the other's p99 stays within three times of idle and each health check within 100 ms. Wants a machine of its own.
 */
const [only = ''] = process.argv.slice(2);
const attacked = await startAttacked();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void attacked.stop().then(() => process.exit(1)));
const rows: Row[] = [];
try {
  await measureIdle(attacked, 2_000);
  const idle = await measureIdle(attacked, 5_000);
  for (const input of inputs.filter(({ name }) => name.includes(only))) rows.push(await measureInput(attacked, input));
  const isGood = ({ p99, health, refused, input, statuses }: Row) =>
    p99 <= 3 * idle.p99 && health <= 100 && refused === 0 && statuses.every((status) => input.statuses.includes(status));
  const cells = rows.map((row) => [
    ...[row.input.item, row.input.name, row.statuses.join(' '), row.seconds.toFixed(1)],
    ...[row.p99.toFixed(0), (row.p99 / idle.p99).toFixed(1), row.health.toFixed(0), isGood(row) ? 'yes' : 'NO'],
  ]);
  console.log(`Idle: p99 ${idle.p99.toFixed(1)} ms, longest health check ${idle.health.toFixed(1)} ms.\n`);
  console.log(aligned(['item', 'hostile input', 'received with', 'seconds', 'p99 ms', 'times idle', 'health ms', 'holds'], cells));
  if (!rows.every(isGood)) process.exitCode = 1;
} finally {
  await attacked.stop();
}
