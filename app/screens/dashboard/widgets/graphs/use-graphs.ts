import { type ComponentType, useEffect, useState } from 'react';
import type { ReadFigures, ReadsProps } from './read-figures.ts';

type Reads = ComponentType<ReadsProps>;

/** What reads brings a cache, which Home does without at first: it is fetched once the page stands. */
const load = () => import('./graph-reads.tsx');

/** What reads the figures, once it is there, and what it has read. */
export function useGraphs(): { Reads: Reads | undefined; onRead: ReadsProps['onRead']; figures: ReadFigures } {
  const [Reads, setReads] = useState<Reads>();
  const [attempt, setAttempt] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const [figures, onRead] = useState<ReadFigures>();
  useEffect(() => {
    // Asked for again by a person where it could not be fetched.
    if (attempt > 0) setMissing(false);
    load().then(
      (module) => setReads(() => module.default),
      () => setMissing(true),
    );
  }, [attempt]);
  const none = { counters: undefined, chart: undefined, failed: isMissing, outdated: false, readAgain: () => setAttempt(attempt + 1) };
  return { Reads, onRead, figures: figures ?? none };
}
