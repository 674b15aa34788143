/** A node of what `explain (analyze, format json)` returns. */
export type Plan = Record<string, unknown> & { Plans?: Plan[] };

/** Rows that the database looked at and did not want. */
export function lookedAt(plan: Plan): number {
  const inVain = Object.entries(plan).filter(([name]) => name.startsWith('Rows Removed'));
  const own = inVain.reduce((sum, [, rows]) => sum + Number(rows), 0) * Number(plan['Actual Loops'] ?? 1);
  return own + (plan.Plans ?? []).reduce((sum, each) => sum + lookedAt(each), 0);
}
