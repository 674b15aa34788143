import { nodesIn, nodesOf } from './nodes.ts';
import type { Tree } from './parse.ts';

/**
 * The tables of an account that a statement reads or changes without saying whose: beside a join's `x.account_id = y.account_id` each also
 * needs `x.account_id = $1`. By that a database of several nodes knows where its rows are, and one of a single node reads nothing that
 * row-level security would have to hide. What a condition says that is put in from elsewhere does not count.
 */
export const unboundTables = (tree: Tree, tenantTables: ReadonlySet<string>): string[] =>
  unboundIn(tree, tenantTables).map(({ table }) => table);

function unboundIn(tree: Tree, tenantTables: ReadonlySet<string>): Table[] {
  const named = new Set([...nodesIn(tree, 'CommonTableExpr')].map(({ ctename }) => String(ctename)));
  return [...levelsIn(tree)].flatMap((level) => {
    const tables = tablesOf(level);
    const conditions = conditionsOf(level);
    return tables
      .filter(({ table }) => tenantTables.has(table) && !named.has(table))
      .filter(({ alias }) => !conditions.some((condition) => binds(condition, alias, tables.length === 1)));
  });
}

type Table = { table: string; alias: string };

/** The queries and changes of a statement, each with what belongs to it alone: `larg` and `rarg` are the two sides of a union. */
const levelsIn = (tree: Tree): Tree[] =>
  ['SelectStmt', 'UpdateStmt', 'DeleteStmt', 'larg', 'rarg'].flatMap((kind) => [...nodesIn(tree, kind)]);

/** What a level reads from and changes, but not what its subqueries do. */
function tablesOf(level: Tree): Table[] {
  const { relation, fromClause, usingClause } = level;
  const items = [relation ? { RangeVar: relation } : [], fromClause, usingClause];
  return [...nodesOf(items, 'RangeVar')].map((range) => {
    const { relname, alias } = range as { relname: string; alias?: { aliasname: string } };
    return { table: relname, alias: alias?.aliasname ?? relname };
  });
}

/** What must all hold: of `where`, and of the joins. */
function conditionsOf({ whereClause, fromClause, usingClause }: Tree): Tree[] {
  const joined = [...nodesOf([fromClause, usingClause], 'JoinExpr')].map(({ quals }) => quals);
  return [whereClause, ...joined].flatMap(conjuncts);
}

function conjuncts(condition: unknown): Tree[] {
  if (typeof condition !== 'object' || condition === null) return [];
  const { BoolExpr } = condition as { BoolExpr?: { boolop: string; args: unknown[] } };
  return BoolExpr?.boolop === 'AND_EXPR' ? BoolExpr.args.flatMap(conjuncts) : [condition as Tree];
}

/** Whether a condition says `alias.account_id = …` of something that is no column. */
function binds(condition: Tree, alias: string, isAlone: boolean): boolean {
  const { A_Expr } = condition as { A_Expr?: { name: { String?: { sval: string } }[]; lexpr?: Tree; rexpr?: Tree } };
  if (A_Expr?.name[0]?.String?.sval !== '=') return false;
  const { lexpr = {}, rexpr = {} } = A_Expr;
  return [
    [lexpr, rexpr],
    [rexpr, lexpr],
  ].some(([column = {}, value = {}]) => isAccountOf(column, alias, isAlone) && [...nodesIn(value, 'ColumnRef')].length === 0);
}

function isAccountOf({ ColumnRef }: Tree, alias: string, isAlone: boolean): boolean {
  const fields =
    (ColumnRef as { fields?: { String?: { sval: string } }[] } | undefined)?.fields?.map(({ String: text }) => text?.sval) ?? [];
  return fields.at(-1) === 'account_id' && (fields.length === 1 ? isAlone : fields[0] === alias);
}
