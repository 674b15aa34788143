import { useEffect, useRef } from 'react';
import { keyOf, type SteadyRow } from './steady-rows.ts';

/** Finds rows by their keys, of all pages that were seen: as they were when a person saw them. */
export function useTicked(rows: readonly SteadyRow[]): (keys: readonly (string | number)[]) => SteadyRow[] {
  const seen = useRef(new Map<string, SteadyRow>());
  useEffect(() => {
    for (const row of rows) seen.current.set(keyOf(row), row);
  }, [rows]);
  return (keys) => keys.flatMap((key) => seen.current.get(String(key)) ?? []).filter(({ isGone }) => !isGone);
}
