import type { Column, Columns } from '../../../platform/columns.ts';
import type { MarkFile } from './mark-files.ts';

/** What a database says of itself. `life`: that in which it was last recognised; `now`: the one that it is in. */
export type Self = Columns<'installation', 'id' | 'mark' | 'life'> & {
  now: string;
  hasConnections: boolean;
  /** When a worker was last alive in it, by its own rows, and whether the last one ended in order. */
  beatAt: Column<'installation', 'beat_at'>;
  rested: boolean;
  clock: Date;
};
/** How long the marks of another life were watched, and whether one of them goes on being written. */
export type Watched = { ms: number; moved: boolean };

/**
 * Reasons are sentences that a person reads on every page, behind what has stopped. `wait`: look again in a moment. `restored`: it has lost
 * something, or may have. `copy`: a person has to say whether it is the one that lives.
 */
export type Judgement = { kind: 'newest' } | { kind: 'wait' } | { kind: 'restored' | 'copy'; reason: string };

/** Workers write at least every five seconds. */
const aliveMs = 60_000;
const watchMs = 12_000;
const longestGapMs = 10 * 60_000;

/**
 * Judges whether a database that begins another life is the newest of its installation, by the marks in the file store. Those are never
 * ahead of the database that they are of, so one that is behind them has lost what they cover.
 */
export function judge(self: Self, marks: MarkFile[], baseUrl: string, watched: Watched): Judgement {
  const own = marks.filter(({ installation }) => installation === self.id);
  if (self.mark === 0 && own.length === 0)
    return marks.length > 0 && self.hasConnections ? { kind: 'restored', reason: 'The files here are those of another database.' } : newest;
  if (own.some(({ life, released, at }) => life !== self.now && !released && self.clock.getTime() - at.getTime() < aliveMs)) {
    // The workers of this database end their marks of the life before within seconds; one that was killed leaves its mark as it is.
    if (watched.ms < watchMs) return { kind: 'wait' };
    if (watched.moved) return { kind: 'copy', reason: anotherWorks };
  }
  const [last] = own.toSorted((one, two) => two.mark - one.mark);
  if (!last) return { kind: 'copy', reason: 'It has the data of another installation, and other files.' };
  if (hostOf(last.baseUrl) !== hostOf(baseUrl)) return { kind: 'copy', reason: `Its data were used at ${last.baseUrl} before.` };
  if (last.mark > self.mark)
    return {
      kind: 'restored',
      reason: 'This database was restored from a backup, or another server took over: something was sent that it does not know of.',
    };
  const gap = self.clock.getTime() - (self.beatAt?.getTime() ?? 0);
  if (gap > longestGapMs && !self.rested)
    return {
      kind: 'restored',
      reason: 'Crossdock did not run for a while, and nobody had stopped it in order: something may be missing here.',
    };
  return newest;
}

const anotherWorks = 'Another installation is working with the same data.';
const newest = { kind: 'newest' } as const;

/** A machine's own addresses are all the same place. */
function hostOf(address: string): string {
  const { hostname } = new URL(address);
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname) ? 'localhost' : hostname;
}
