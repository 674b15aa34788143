import { setTimeout as pause } from 'node:timers/promises';
import { judge } from './agreement.ts';
import type { Edge, EdgeSize } from './edge.ts';
import { type StageOptions, startStage } from './stage.ts';
import type { Verdict } from './verdict.ts';

export type Played = {
  edge: string;
  orders: number;
  bought: number;
  decisions: Record<string, number>;
  seconds: number | null;
  verdict: Verdict;
};

const lookMs = 500;

/** Plays one edge on a stage of its own, and waits until all sides agree or the time is up. What went too far is never taken back. */
export async function playEdge(
  { name, play, hasStandby }: Edge,
  size: EdgeSize,
  options: StageOptions,
  deadlineMs: number,
): Promise<Played> {
  const stage = await startStage({ ...options, hasStandby });
  try {
    await play(stage, size);
    const over = Date.now();
    const seconds = () => (Date.now() - over) / 1000;
    const played = { edge: name, orders: stage.sold.length, bought: stage.bought.length, decisions: stage.person.decisions() };
    for (;;) {
      await stage.person.lookThrough();
      const verdict = await judge(stage).catch(() => undefined);
      if (verdict && verdict.lost.length === 0) return { ...played, seconds: seconds(), verdict };
      if (seconds() * 1000 > deadlineMs) return { ...played, seconds: null, verdict: verdict ?? (await judge(stage)) };
      await pause(lookMs);
    }
  } finally {
    await stage.stop();
  }
}

export const isGood = ({ seconds, verdict }: Played) =>
  seconds !== null && verdict.beyond.length + verdict.elsewhere.length + verdict.lost.length === 0;
