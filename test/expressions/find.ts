import { glob, readFile } from 'node:fs/promises';
import { parseSync } from 'vite';

/** A regular expression as it is written, and where: `app/x.ts:12`. */
export type Expression = { pattern: string; flags: string; places: string[] };
/** `dynamic`: the files that put one together while they run. */
export type Found = { expressions: Expression[]; dynamic: string[] };

const sources = '{app,connectors,platform}/**/*.{ts,tsx}';

/** Every regular expression of the product, on servers and in browsers: nearly all meet text that somebody else wrote. */
export async function findExpressions(root: string): Promise<Found> {
  const expressions = new Map<string, Expression>();
  const dynamic = new Set<string>();
  for await (const name of glob(sources, { cwd: root })) {
    const path = name.replaceAll('\\', '/');
    if (/\.(?:test|e2e)\.tsx?$|^connectors\/contract-suite/.test(path)) continue;
    const text = await readFile(`${root}/${path}`, 'utf8');
    for (const node of nodesIn(parseSync(path, text).program)) {
      if (node.callee?.name === 'RegExp') dynamic.add(path);
      if (!node.regex) continue;
      const place = `${path}:${text.slice(0, node.start).split('\n').length}`;
      const known = expressions.get(keyOf(node.regex));
      if (known) known.places.push(place);
      else expressions.set(keyOf(node.regex), { ...node.regex, places: [place] });
    }
  }
  return { expressions: [...expressions.values()], dynamic: [...dynamic].sort() };
}

export const keyOf = ({ pattern, flags }: { pattern: string; flags: string }): string => `/${pattern}/${flags}`;

type Node = { start: number; regex?: { pattern: string; flags: string }; callee?: { name?: string } };

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) yield value as unknown as Node;
  for (const each of Object.values(value)) yield* nodesIn(each);
}
