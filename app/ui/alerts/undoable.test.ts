import { expect, test } from 'vitest';
import { type AlertAction, readAlerts } from './alerts.ts';
import { showUndoable } from './undoable.ts';

test('what is pressed twice is taken back once, and again only where something is left of it', async () => {
  let [times, isLeft] = [0, true];
  const undo = async () => {
    times += 1;
    return !isLeft;
  };
  showUndoable({ text: 'Held.', what: 'hold', at: '/orders/1', undo });
  const { run } = readAlerts()
    .filter(({ text }) => text === 'Held.')
    .flatMap(({ beside }) => beside as AlertAction)[0] as AlertAction;
  await Promise.all([run(), run()]);
  expect(times).toBe(1);
  isLeft = false;
  await run();
  expect(times).toBe(2);
});
