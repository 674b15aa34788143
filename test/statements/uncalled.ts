import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { parseSync } from 'vite';

type Node = { type: string; start: number; name?: string; source?: { value: string } } & { [field: string]: unknown };

/**
 * Functions that stand in a gap of a statement of this file without being called: they would be sent as a parameter, and read as text.
 * `root` and `path`: where the file is, to look at what it imports. As `line: name`.
 */
export async function uncalledIn(root: string, path: string, text: string): Promise<string[]> {
  const nodes = [...nodesIn(parseSync(path, text).program)];
  const functions = await functionsKnownIn(root, path, text);
  for (const name of namesOfParameters(nodes)) functions.delete(name);
  const isFunction = (gap: Node): boolean =>
    literals.has(gap.type) ||
    (gap.type === 'Identifier' && functions.has(gap.name ?? '')) ||
    (gap.type === 'ConditionalExpression' && [gap.consequent, gap.alternate].some((branch) => isFunction(branch as Node)));
  const gaps = nodes.flatMap((node) =>
    node.type === 'TaggedTemplateExpression' && (node.tag as Node).name === 'sql'
      ? (node.quasi as { expressions: Node[] }).expressions.filter(isFunction)
      : [],
  );
  return gaps.map((gap) => `${text.slice(0, gap.start).split('\n').length}: ${gap.name ?? 'a function'}`);
}

const literals = new Set(['ArrowFunctionExpression', 'FunctionExpression']);

/** Those that the file declares, and those that it imports from another of ours. */
async function functionsKnownIn(root: string, path: string, text: string): Promise<Set<string>> {
  const { body } = parseSync(path, text).program as unknown as { body: Node[] };
  const known = functionsDeclared(body);
  for (const { type, source, specifiers = [] } of body) {
    if (type !== 'ImportDeclaration' || !source?.value.startsWith('.')) continue;
    const from = relative(root, join(root, dirname(path), source.value));
    const declared = await functionsOf(root, from);
    for (const { imported, local } of specifiers as { imported?: Node; local: Node }[])
      if (imported && declared.has(imported.name ?? '')) known.add(local.name ?? '');
  }
  return known;
}

const read = new Map<string, Promise<Set<string>>>();

function functionsOf(root: string, path: string): Promise<Set<string>> {
  const found =
    read.get(path) ??
    readFile(join(root, path), 'utf8').then(
      (text) => functionsDeclared((parseSync(path, text).program as unknown as { body: Node[] }).body),
      () => new Set<string>(),
    );
  read.set(path, found);
  return found;
}

function functionsDeclared(body: Node[]): Set<string> {
  const declared = body.map((node) => ((node.type === 'ExportNamedDeclaration' && node.declaration) || node) as Node);
  return new Set(
    declared.flatMap((node) => {
      if (node.type === 'FunctionDeclaration') return [(node.id as Node).name ?? ''];
      if (node.type !== 'VariableDeclaration') return [];
      return (node.declarations as { id: Node; init: Node | null }[]).flatMap(({ id, init }) =>
        init && literals.has(init.type) ? [id.name ?? ''] : [],
      );
    }),
  );
}

/** A parameter of the same name is another thing. */
function namesOfParameters(nodes: Node[]): string[] {
  return nodes.flatMap(({ params }) =>
    Array.isArray(params) ? [...nodesIn(params)].flatMap(({ type, name }) => (type === 'Identifier' && name ? [name] : [])) : [],
  );
}

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) yield value as Node;
  for (const each of Object.values(value)) yield* nodesIn(each);
}
