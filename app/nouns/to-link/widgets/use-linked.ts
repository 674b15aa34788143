import { useEffect, useRef, useState } from 'react';
import { useRevalidator } from 'react-router';
import { type Saved, savedWords, savesOf, showUndone, undoSaves } from '../../mappings/saves/use-saved.ts';

/** SKUs that were linked together a moment ago, by the keys of their rows. */
export type Linked = { at: number; keys: readonly string[]; words: string; undo: (() => Promise<void>) | null };

const shownSeconds = 10;

/** What was linked here, for as long as it can be undone: each stays where it was done. */
export function useLinked() {
  const { revalidate } = useRevalidator();
  const [linked, setLinked] = useState<readonly Linked[]>([]);
  const timers = useRef(new Set<ReturnType<typeof setTimeout>>());
  const next = useRef(0);
  useEffect(() => () => timers.current.forEach(clearTimeout), []);
  const forget = (at: number) => setLinked((before) => before.filter((one) => one.at !== at));
  const add = (keys: readonly string[], saved: Saved) => {
    const at = next.current++;
    const saves = savesOf(saved);
    const undo = async () => {
      const undone = await undoSaves(saves);
      if (undone.isOver) forget(at);
      showUndone(undone);
      await revalidate();
    };
    setLinked((before) => [{ at, keys, words: savedWords(saved), undo: saves.length > 0 ? undo : null }, ...before]);
    timers.current.add(setTimeout(forget, (saves[0]?.seconds ?? shownSeconds) * 1000, at));
  };
  return { linked, add };
}
