import type { Plugin } from 'vite';

/**
 * The browser knows an endpoint by its method and path; what checks input runs on the server. So in the browser an endpoint is these
 * two, a schema is nothing, and `zod` is a stand-in that says so when asked to check. Endpoints and schemas that no page of a file
 * uses are left out of it: a first page would else load 35 kB to describe bodies that it never reads. Issues too are worded on the
 * server: the browser knows their types without their sentences and headlines.
 */
export function staysOnTheServer(): Plugin {
  const standIn = '\0stays-on-the-server';
  return {
    name: 'stays-on-the-server',
    enforce: 'pre',
    resolveId(source) {
      return source === 'zod' && this.environment.name === 'client' ? standIn : null;
    },
    load(id) {
      return id === standIn ? noSchemas : null;
    },
    transform(code, id) {
      if (this.environment.name !== 'client' || !/\/(app|platform|connectors)\/[^?]*\.tsx?$/.test(id)) return null;
      if (!/from 'zod'|\bendpoint\(|satisfies IssueTypes/.test(code)) return null;
      return { code: withoutServerParts(code, this.parse(code, { lang: id.endsWith('x') ? 'tsx' : 'ts' })), map: null };
    },
  };
}

type Node = { type: string; start: number; end: number; [key: string]: unknown };

/**
 * The module without its schemas and sentences: `z.object({…})` is `z`, of `endpoint('GET /…', {…})` the method and the path remain, an
 * issue type has no sentences and no headline, and what only they needed is no longer imported.
 */
export function withoutServerParts(code: string, program: unknown): string {
  const statements = (program as { body: Node[] }).body;
  const imports = statements.filter(({ type }) => type === 'ImportDeclaration');
  const rest = statements.filter(({ type }) => type !== 'ImportDeclaration').flatMap((each) => replacements(each, code));
  const left = replaced(code, [...imports.map(({ start, end }) => ({ start, end, text: '' })), ...rest]);
  const unused = imports.filter(
    ({ specifiers }) => (specifiers as Node[]).length > 0 && !(specifiers as Node[]).some((each) => isIn(left, each)),
  );
  return replaced(code, [...unused.map(({ start, end }) => ({ start, end, text: '' })), ...rest]);
}

const isIn = (code: string, specifier: Node) => new RegExp(`\\b${(specifier.local as Node).name}\\b`).test(code);

type Replacement = { start: number; end: number; text: string };

function replaced(code: string, each: Replacement[]): string {
  const pieces: string[] = [];
  let written = 0;
  for (const { start, end, text } of each.toSorted((a, b) => a.start - b.start)) {
    pieces.push(code.slice(written, start), text);
    written = end;
  }
  return [...pieces, code.slice(written)].join('');
}

/** What makes schemas, here and in platform. */
const makeSchemas = new Set<string | undefined>(['z', 'text', 'listQuery', 'paginated']);

function replacements(node: Node, code: string): Replacement[] {
  if (node.type.startsWith('TS') && node.type.includes('Type')) return [];
  if (node.type === 'CallExpression') {
    const root = rootOf(node);
    if (makeSchemas.has(root) && code.includes("{ z } from 'zod'")) return [{ start: node.start, end: node.end, text: 'z' }];
    const [address] = root === 'endpoint' ? (node.arguments as Node[]) : [];
    if (address) return [{ start: node.start, end: node.end, text: `/* @__PURE__ */ endpoint(${code.slice(address.start, address.end)})` }];
  }
  if (isWorded(node) && code.includes('satisfies IssueTypes')) {
    const comma = /^,?/.exec(code.slice(node.end))?.[0] ?? '';
    return [{ start: node.start, end: node.end + comma.length, text: '' }];
  }
  return childrenOf(node).flatMap((child) => replacements(child, code));
}

const isWorded = ({ type, key, value }: Node) =>
  type === 'Property' && ['sentences', 'headline'].includes(String((key as Node).name)) && (value as Node).type === 'ObjectExpression';

/** The name that a chain of calls and members begins with: `z` of `z.string().max(3)`. */
function rootOf(node: Node): string | undefined {
  if (node.type === 'CallExpression') return rootOf(node.callee as Node);
  if (node.type === 'MemberExpression') return rootOf(node.object as Node);
  return node.type === 'Identifier' ? String(node.name) : undefined;
}

function childrenOf(node: Node): Node[] {
  return Object.values(node).flat().filter(isNode);
}

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const noSchemas = `
const checks = new Set(['parse', 'safeParse', 'parseAsync', 'safeParseAsync', 'options']);
export const z = new Proxy(() => z, {
  apply: () => z,
  get: (_, name) => {
    if (checks.has(name)) throw new Error('Schemas stay on the server: zod cannot ' + name + ' in the browser.');
    return typeof name === 'symbol' || name === 'then' ? undefined : z;
  },
});
`;
