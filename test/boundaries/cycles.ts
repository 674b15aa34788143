import type { Graph } from './graph.ts';

/** Import cycles between files, each once, as the path around it. */
export function cyclesOf(graph: Graph): string[][] {
  const cycles: string[][] = [];
  const done = new Set<string>();
  const trail: string[] = [];

  const visit = (path: string): void => {
    const at = trail.indexOf(path);
    if (at >= 0) {
      cycles.push([...trail.slice(at), path]);
      return;
    }
    if (done.has(path)) return;
    trail.push(path);
    for (const { target, own } of graph.get(path)?.imports ?? []) if (own) visit(target);
    trail.pop();
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return cycles;
}

/** Circles of folders that lie in the same folder, each once: what the files inside one import of the other counts for both. */
export function folderCyclesOf(graph: Graph): string[][] {
  const found = new Map<string, Set<string>>();
  for (const { path, imports } of graph.values())
    for (const { target, own } of imports) {
      const pair = own && siblingsOf(path.split('/'), target.split('/'));
      if (pair) found.set(pair.from, (found.get(pair.from) ?? new Set()).add(pair.to));
    }
  const folders = [...found].map(([path, to]) => ({
    path,
    text: '',
    imports: [...to].map((target) => ({ target, own: true, typeOnly: false })),
  }));
  return cyclesOf(new Map(folders.map((folder) => [folder.path, folder])));
}

/** The two folders in which two files part; undefined where one of them lies beside the other's folder. */
function siblingsOf(from: string[], to: string[]): { from: string; to: string } | undefined {
  const depth = from.findIndex((name, at) => name !== to[at]);
  if (depth < 0 || depth >= from.length - 1 || depth >= to.length - 1) return undefined;
  return { from: from.slice(0, depth + 1).join('/'), to: to.slice(0, depth + 1).join('/') };
}
