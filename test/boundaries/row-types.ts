import type { Graph } from './graph.ts';

/**
 * Fields of the rows of `` sql<…>`…` `` and `query<…>('…')` that are columns of a table which the statement names, but whose types
 * are written by hand. A renamed column, or one that may become null, would still compile. `Columns` and `Column` of
 * platform/columns.ts take the type from the table.
 */
export function handWrittenColumns(graph: Graph): string[] {
  const columns = columnsOf(graph.get('db/tables.ts')?.text ?? '');
  return [...graph.values()]
    .filter(({ path }) => /^(app|platform)\//.test(path) && !/\.(test|e2e)\.tsx?$/.test(path))
    .flatMap((source) =>
      statementsOf(source.text).flatMap(({ row, statement }) => {
        const read = new Set([...columns].filter(([table]) => readsFrom(table).test(statement)).flatMap(([, names]) => names));
        return fieldsOf(withDeclared(source.text, row))
          .filter(({ name, type }) => isPlain(type) && isColumn(name, statement, read))
          .map(({ name, type }) => `${source.path}: ${name}: ${type}`);
      }),
    );
}

type Statement = { row: string; statement: string };

/** Each `` sql<row>`statement` `` and `query<row>('statement')` of a file. */
function statementsOf(text: string): Statement[] {
  return [...text.matchAll(/\b(?:sql|query)(?=<)/g)].flatMap(({ 0: { length }, index }) => {
    const end = endOf(text, index + length, '<', '>');
    const statement = text[end] === '(' ? argumentAt(text, end) : text[end] === '`' ? templateAt(text, end) : undefined;
    return statement === undefined ? [] : [{ row: text.slice(index + length + 1, end - 1), statement }];
  });
}

/** The first argument of a call: a text, or a constant of the file that is one. */
function argumentAt(text: string, start: number): string | undefined {
  const [, quoted, name] = /^\(\s*(?:'([^']*)'|(\w+))/.exec(text.slice(start)) ?? [];
  if (!name) return quoted;
  const [declared] = new RegExp(`^const ${name} = (?=\`)`, 'm').exec(text) ?? [];
  return declared && templateAt(text, text.indexOf(declared) + declared.length);
}

const templateAt = (text: string, start: number) => text.slice(start + 1, endOfTemplate(text, start + 1));

/** The row's type, followed by the types that it names and this file declares. */
function withDeclared(text: string, row: string, seen = new Set<string>()): string {
  const names = [...row.matchAll(/\b[A-Z]\w*/g)].map(([name]) => name).filter((name) => !seen.has(name));
  return names.reduce((all, name) => {
    const start = text.search(new RegExp(`^(?:export )?type ${name} =`, 'm'));
    if (start < 0 || seen.has(name)) return all;
    const declared = text.slice(text.indexOf('=', start), endOfStatement(text, start));
    return `${all};\n${withDeclared(text, declared, seen.add(name))}`;
  }, row);
}

const fieldsOf = (type: string) =>
  [...type.matchAll(/\b(\w+)\??:\s*([^;{}]+?)\s*(?=[;}]|,\s*\w+\??:)/g)].map(([, name = '', of = '']) => ({ name, type: of }));

const isPlain = (type: string) => /^(?:string|number|boolean|Date|unknown|null|bigint|any|\[\]|[\s|])+$/.test(type);

/** Selected by its own name, or as `column as name`. */
function isColumn(name: string, statement: string, read: Set<string>): boolean {
  const named = new RegExp(`(?:(,|\\bselect|\\breturning|\\))\\s+(?:\\w+\\.)?(\\w+))?\\s+as\\s+"?${name}\\b`, 'g');
  const sources = [...statement.matchAll(named)].map(([, , from = '']) => from);
  return sources.length === 0 ? read.has(name) : sources.some((from) => read.has(from));
}

const readsFrom = (table: string) => new RegExp(`(?:\\b(?:from|join|update|into)|,)\\s+${table}\\b(?!\\.)`);

/** The columns of each table, from the generated types. */
function columnsOf(tables: string): Map<string, string[]> {
  const shapes = new Map([...tables.matchAll(/^export interface (\w+) \{([\s\S]*?)^\}/gm)].map(([, name = '', body = '']) => [name, body]));
  const all = [...(shapes.get('DB') ?? '').matchAll(/^ {2}(\w+): (\w+);/gm)];
  return new Map(
    all.map(([, table = '', shape = '']) => [table, [...(shapes.get(shape) ?? '').matchAll(/^ {2}(\w+):/gm)].map(([, name = '']) => name)]),
  );
}

/** Where the bracket at `start` is closed; the arrow of a function type closes nothing. */
function endOf(text: string, start: number, open: string, close: string): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    if (text[at] === open) depth++;
    if (text[at] === close && text[at - 1] !== '=' && --depth === 0) return at + 1;
  }
  return text.length;
}

function endOfStatement(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') at = endOf(text, at, '{', '}') - 1;
    else if (text[at] === ';') return at;
  }
  return text.length;
}

function endOfTemplate(text: string, start: number): number {
  for (let at = start; at < text.length; at++) {
    if (text.startsWith('${', at)) at = endOf(text, at + 1, '{', '}') - 1;
    else if (text[at] === '`') return at;
  }
  return text.length;
}
