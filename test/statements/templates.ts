import { glob, readFile } from 'node:fs/promises';
import { posix } from 'node:path';
import { parseSync } from 'vite';

/**
 * A statement, or a part of one, as it is written: `` sql`…` ``. Between two of its parts is a gap, for what is put in when it is run.
 * What `inAccount` puts in is known, and what a constant stands for that is a template without gaps: they stand in the parts.
 */
export type Template = {
  path: string;
  line: number;
  parts: string[];
  /** It is run as it is: `` sql`…`.execute(db) ``. */
  isWhole: boolean;
  /** Its file has statements of the builder too. */
  isBesideBuilder: boolean;
};

/** Every template of SQL of the product. */
export async function readTemplates(root: string): Promise<Template[]> {
  const files = new Map<string, File>();
  for await (const name of glob('{app,platform}/**/*.{ts,tsx}', { cwd: root })) {
    const path = name.replaceAll('\\', '/');
    if (/\.(?:test|e2e)\.tsx?$/.test(path)) continue;
    const text = await readFile(`${root}/${path}`, 'utf8');
    if (/\bsql[<`]/.test(text)) files.set(path, { path, text, nodes: [...nodesIn(parseSync(path, text).program)] });
  }
  const found = [...files.values()].flatMap((file) => templatesOf(file, textsOf(file, files)));
  return found.sort((a, b) => a.path.localeCompare(b.path) || a.line - b.line);
}

type File = { path: string; text: string; nodes: Node[] };
type Texts = ReadonlyMap<string, string>;

/** What a name stands for in the templates of a file: one of a statement's parts that is always the same, its own or imported. */
function textsOf({ path, nodes }: File, files: ReadonlyMap<string, File>): Texts {
  const imported = nodes.flatMap(({ type, source, specifiers = [] }) => {
    const from = type === 'ImportDeclaration' && files.get(posix.join(posix.dirname(path), String(source?.value)));
    const theirs = from ? ownTexts(from) : new Map<string, string>();
    return specifiers.flatMap(({ imported, local }) => {
      const text = theirs.get(imported?.name ?? '');
      return text === undefined ? [] : [[local?.name ?? '', text] as const];
    });
  });
  return new Map([...imported, ...ownTexts({ nodes })]);
}

const ownTexts = ({ nodes }: Pick<File, 'nodes'>): Texts =>
  new Map(
    nodes.flatMap(({ type, id, init }) =>
      type === 'VariableDeclarator' && init?.tag?.name === 'sql' && init.quasi?.expressions.length === 0
        ? [[id?.name ?? '', init.quasi.quasis[0]?.value.cooked ?? ''] as const]
        : [],
    ),
  );

function templatesOf({ path, text, nodes }: File, texts: Texts): Template[] {
  const executed = new Set(nodes.flatMap(({ type, property, object }) => (isCalled(type, property) && object ? [object] : [])));
  const isBesideBuilder = nodes.some(({ type, property }) => type === 'MemberExpression' && builders.includes(property?.name ?? ''));
  return nodes.flatMap((node) => {
    if (node.type !== 'TaggedTemplateExpression' || node.tag?.name !== 'sql' || !node.quasi || isSeparator(node.quasi)) return [];
    const line = text.slice(0, node.start).split('\n').length;
    return [{ path, line, parts: partsOf(node.quasi, texts), isWhole: executed.has(node), isBesideBuilder }];
  });
}

/** What stands between parts of a statement: `and`, `union all`, a comma, an operator. */
const isSeparator = ({ quasis: [first, second] }: Quasi) => !second && separator.test(first?.value.cooked ?? '');
const separator = /^\s*(and|or|union all|union|,|[<>]=?|<>|=|\|\||-|asc|desc)?\s*$/i;

/** What a statement of the builder begins with. */
const builders = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom'];

function partsOf({ quasis, expressions }: Quasi, texts: Texts): string[] {
  const [first = '', ...others] = quasis.map(({ value }) => value.cooked);
  const parts = [first];
  for (const [gap, after] of others.entries()) {
    const bound = boundBy(expressions[gap]) ?? texts.get(expressions[gap]?.name ?? '');
    if (bound === undefined) parts.push(after);
    else parts.push(`${parts.pop()}${bound}${after}`);
  }
  return parts;
}

/**
 * `` ${inAccount(tenant, 'o')} `` as the condition that it is. Whose rows `inAnyAccount('o')` or `inReach(reach, 'o')` means is said as
 * well: anybody's.
 */
function boundBy({ callee, arguments: given = [], consequent, alternate }: Partial<Node> = {}): string | undefined {
  if (consequent && alternate) return boundBy(alternate) && boundBy(consequent);
  if (callee?.name !== 'inAccount' && callee?.name !== 'inAnyAccount' && callee?.name !== 'inReach') return undefined;
  const alias = given[callee.name === 'inAnyAccount' ? 0 : 1]?.value;
  return `${typeof alias === 'string' ? `${alias}.` : ''}account_id = 1`;
}

const isCalled = (type: string, property?: { name?: string }) => type === 'MemberExpression' && property?.name === 'execute';

type Quasi = { quasis: { value: { cooked: string } }[]; expressions: Node[] };
type Node = {
  type: string;
  start: number;
  name?: string;
  id?: { name?: string };
  init?: Node | null;
  source?: { value?: unknown };
  specifiers?: { imported?: { name?: string }; local?: { name?: string } }[];
  tag?: { name?: string };
  quasi?: Quasi;
  callee?: { name?: string };
  arguments?: Node[];
  value?: unknown;
  object?: Node;
  property?: { name?: string };
  consequent?: Node;
  alternate?: Node;
};

function* nodesIn(value: unknown): Generator<Node> {
  if (typeof value !== 'object' || value === null) return;
  if ('type' in value) yield value as unknown as Node;
  for (const each of Object.values(value)) yield* nodesIn(each);
}
