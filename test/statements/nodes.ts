import type { Tree } from './parse.ts';

/** Every node of a kind, however deep. */
export function* nodesIn(value: unknown, kind: string): Generator<Tree> {
  yield* walk(value, kind, true);
}
/** The same without those of subqueries. */
export const nodesOf = (value: unknown, kind: string): Generator<Tree> => walk(value, kind, false);

function* walk(value: unknown, kind: string, isDeep: boolean): Generator<Tree> {
  if (typeof value !== 'object' || value === null) return;
  for (const [key, each] of Object.entries(value)) {
    if (!isDeep && (key === 'RangeSubselect' || key === 'SubLink' || key === 'RangeFunction')) continue;
    if (key === kind) yield each as Tree;
    yield* walk(each, kind, isDeep);
  }
}
