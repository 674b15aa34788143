import type { LocationRow } from './contract.ts';

type Remote = { id: string; name: string };

/**
 * The saved locations, and behind them those that the channel lists beside: one row for each of its ids. What is saved keeps its mapping.
 */
export function mergeLocations(saved: readonly LocationRow[], remote: readonly Remote[]): LocationRow[] {
  const rows = remote.map(({ id, name }) => ({ id: null, internal_id: id, connector_location: name || id, amware_location: null }));
  return withoutDuplicates([...saved, ...rows]);
}

/** The first of each id. Browser-safe: a screen merges what it shows with what it gets. */
export function withoutDuplicates(rows: readonly LocationRow[]): LocationRow[] {
  const seen = new Set<string>();
  return rows.filter(({ internal_id }) => !seen.has(internal_id) && seen.add(internal_id));
}
