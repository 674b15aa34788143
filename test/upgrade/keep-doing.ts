import { setTimeout as pause } from 'node:timers/promises';

/** `turnEnds`: resolves when the turn that is under way has ended. `stop`: ends it after that. */
export type Going = { turnEnds: () => Promise<unknown>; stop: () => Promise<void> };

/** Does something again and again, with a pause in between, until it is stopped. `turn`: counts from 0. */
export function keepDoing(pauseMs: number, work: (turn: number) => Promise<unknown>): Going {
  let goesOn = true;
  let current: Promise<unknown> = Promise.resolve();
  const going = (async () => {
    for (let turn = 0; goesOn; turn++, await pause(pauseMs)) {
      current = work(turn);
      await current;
    }
  })();
  return {
    turnEnds: () => current,
    stop: () => {
      goesOn = false;
      return going;
    },
  };
}
