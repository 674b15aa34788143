import { setTimeout as pause } from 'node:timers/promises';
import { judge } from './agreement.ts';
import type { Edge, EdgeSize } from './edge.ts';
import { type Stage, type StageOptions, startStage } from './stage.ts';
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

/** Plays one edge on a stage of its own, and waits until all sides agree or the time is up. */
export async function playEdge(
  { name, play, hasStandby, isPooled }: Edge,
  size: EdgeSize,
  options: StageOptions,
  deadlineMs: number,
): Promise<Played> {
  const stage = await startStage({ ...options, hasStandby, isPooled });
  try {
    await play(stage, size);
    const played = { edge: name, orders: stage.sold.length, bought: stage.bought.length, decisions: stage.person.decisions() };
    return { ...played, ...(await settle(stage, deadlineMs)) };
  } finally {
    await stage.stop();
  }
}

/** Waits until all sides agree, or the time is up. What went too far is never taken back. */
export async function settle(stage: Stage, deadlineMs: number): Promise<Pick<Played, 'seconds' | 'verdict'>> {
  const over = Date.now();
  const seconds = () => (Date.now() - over) / 1000;
  for (;;) {
    await stage.person.lookThrough();
    const verdict = await judge(stage).catch(() => undefined);
    if (verdict && verdict.lost.length === 0) return { seconds: seconds(), verdict };
    if (seconds() * 1000 > deadlineMs) return { seconds: null, verdict: verdict ?? (await judge(stage)) };
    await pause(lookMs);
  }
}

export const isGood = ({ seconds, verdict }: Played) =>
  seconds !== null && verdict.beyond.length + verdict.elsewhere.length + verdict.lost.length === 0;
