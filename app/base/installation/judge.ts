import type { Column, Columns } from '../../../platform/columns.ts';
import type { MarkFile } from './mark-files.ts';
import type { StopReason } from './stop-reasons.ts';

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
 * `wait`: look again in a moment. `restored`: it has lost something, or may have. `copy`: a person has to say whether it is the one that
 * lives.
 */
export type Judgement = { kind: 'newest' } | { kind: 'wait' } | { kind: 'restored' | 'copy'; reason: StopReason };

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
    return marks.length > 0 && self.hasConnections ? { kind: 'restored', reason: { code: 'files_of_another' } } : newest;
  if (own.some(({ life, released, at }) => life !== self.now && !released && self.clock.getTime() - at.getTime() < aliveMs)) {
    // The workers of this database end their marks of the life before within seconds; one that was killed leaves its mark as it is.
    if (watched.ms < watchMs) return { kind: 'wait' };
    if (watched.moved) return { kind: 'copy', reason: { code: 'another_works' } };
  }
  const [last] = own.toSorted((one, two) => two.mark - one.mark);
  if (!last) return { kind: 'copy', reason: { code: 'other_files' } };
  if (hostOf(last.baseUrl) !== hostOf(baseUrl)) return { kind: 'copy', reason: { code: 'used_elsewhere', address: last.baseUrl } };
  if (last.mark > self.mark) return { kind: 'restored', reason: { code: 'behind' } };
  const gap = self.clock.getTime() - (self.beatAt?.getTime() ?? 0);
  if (gap > longestGapMs && !self.rested) return { kind: 'restored', reason: { code: 'did_not_run' } };
  return newest;
}

const newest = { kind: 'newest' } as const;

/** A machine's own addresses are all the same place. */
function hostOf(address: string): string {
  const { hostname } = new URL(address);
  return /^(localhost|127\.[\d.]+|\[::1\])$/.test(hostname) ? 'localhost' : hostname;
}
