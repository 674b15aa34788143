import { setTimeout as pause } from 'node:timers/promises';
import { help } from '../../platform/processes/own-process.ts';

// Longer than the work of own-process.test.ts may take.
await pause(1_500);

help<{ work: 'double' | 'loop'; of: number }, number>(async ({ work, of }) => {
  while (work === 'loop');
  return 2 * of;
});
