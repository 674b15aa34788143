import { nodesIn, nodesOf } from './nodes.ts';
import type { Tree } from './parse.ts';

/**
 * The tables that are distributed by account, those of the coordinator alone, and the names of functions that are not immutable, whatever
 * they are called with.
 */
export type Known = { tenantTables: ReadonlySet<string>; coordinatorTables: ReadonlySet<string>; mutable: ReadonlySet<string> };

/**
 * Why a database of several nodes would refuse a statement, though one of a single node runs it. A plan on one node shows none of these:
 * - an `insert … select` that has neither `returning` nor `on conflict` would be copied to its node, and COPY knows no row-level security;
 * - a subquery within `values` would be one of another node;
 * - `now()` and its like, and a time ± an interval, would have to be the same on every node, and are computed before a statement is sent
 *   to its node. What is computed only for some rows cannot be: within CASE and COALESCE, `do update`, `returning`; nor what takes a
 *   column. A subquery of its own can: `set ended_at = (select coalesce(ended_at, now()))`, as can `excluded.ended_at`;
 * - beside a table of the coordinator a subquery is run before the others, and one without columns cannot be handed on;
 * - nor can what was locked by what another part found, in a statement that inserts;
 * - what several columns are compared with is written anew for its node, and wrongly where it has a limit.
 */
export function refusedByNodes(tree: Tree, known: Known): string[] {
  const inserts = [...nodesIn(tree, 'InsertStmt')];
  const changes = ['UpdateStmt', 'DeleteStmt'].flatMap((kind) => [...nodesIn(tree, kind)]);
  return [
    ...withoutColumns(tree, known),
    ...(inserts.length > 0 && locksWhatWasFound(tree) ? ['rows locked by what another part found, beside an insert'] : []),
    ...([...nodesIn(tree, 'SubLink')].some(comparesRows) ? ['several columns in a selection with a limit'] : []),
    ...inserts.flatMap((insert) => [...copied(insert, known), ...afterConflict(insert, known)]),
    ...changes.flatMap((change) => computedLate(change, known)),
    ...[...inserts, ...changes].flatMap(({ returningClause }) => (isMutable(returningClause, known) ? ['not immutable in returning'] : [])),
  ];
}

function withoutColumns(tree: Tree, { tenantTables, coordinatorTables }: Known): string[] {
  const tables = [...nodesIn(tree, 'RangeVar')].map(({ relname }) => String(relname));
  const there = tables.filter((table) => coordinatorTables.has(table));
  if (there.length === 0 || !tables.some((table) => tenantTables.has(table) && !there.includes(table))) return [];
  const empty = [...nodesIn(tree, 'subselect'), ...nodesIn(tree, 'subquery')].some(({ SelectStmt }) => {
    const { targetList, op } = (SelectStmt ?? {}) as Tree;
    return SelectStmt && op === 'SETOP_NONE' && !targetList;
  });
  return empty ? ['a subquery without columns beside a table of the coordinator'] : [];
}

function locksWhatWasFound(tree: Tree): boolean {
  const parts = [...nodesIn(tree, 'CommonTableExpr')];
  const named = new Set(parts.map(({ ctename }) => ctename));
  return parts.some(({ ctequery }) => {
    const { lockingClause, fromClause } = ((ctequery as Tree).SelectStmt ?? {}) as Tree;
    return lockingClause && [...nodesIn(fromClause, 'RangeVar')].some(({ relname }) => named.has(relname));
  });
}

const comparesRows = ({ testexpr, subselect }: Tree): boolean =>
  'RowExpr' in ((testexpr ?? {}) as Tree) && 'limitCount' in (((subselect as Tree | undefined)?.SelectStmt ?? {}) as Tree);

function copied({ relation, selectStmt, onConflictClause, returningClause }: Tree, { tenantTables }: Known): string[] {
  const { SelectStmt } = (selectStmt ?? {}) as { SelectStmt?: Tree };
  if (!SelectStmt || !tenantTables.has((relation as { relname: string }).relname)) return [];
  if (!SelectStmt.valuesLists) return onConflictClause || returningClause ? [] : ['insert … select without returning'];
  return [...nodesIn(SelectStmt.valuesLists, 'SubLink')].length > 0 ? ['a subquery within values'] : [];
}

function afterConflict({ onConflictClause }: Tree, known: Known): string[] {
  const { targetList, whereClause, infer } = (onConflictClause ?? {}) as Tree;
  return [targetList, whereClause, infer].some((part) => isMutable(part, known)) ? ['not immutable in on conflict'] : [];
}

function computedLate({ targetList, whereClause }: Tree, known: Known): string[] {
  const lazy = ['CaseExpr', 'CoalesceExpr'].flatMap((kind) => [...nodesOf([targetList, whereClause], kind)]);
  const called = ['FuncCall', 'A_Expr'].flatMap((kind) => [...nodesOf([targetList, whereClause], kind)].map((node) => ({ [kind]: node })));
  const ofColumn = called.some((node) => isItselfMutable(node, known) && [...nodesOf(node, 'ColumnRef')].length > 0);
  const drawn = [...nodesIn([targetList, whereClause], 'FuncCall')].some(
    (call) => volatile.has(nameOf(call)) && !isAlone(call, targetList),
  );
  return [
    ...(lazy.some((part) => isMutable(part, known)) ? ['not immutable in case or coalesce'] : []),
    ...(ofColumn ? ['not immutable of a column'] : []),
    ...(drawn ? ['volatile'] : []),
  ];
}

const volatile = new Set(['clock_timestamp', 'gen_random_uuid', 'nextval', 'random', 'timeofday']);

/** `(select clock_timestamp())`, which is computed once. */
const isAlone = (call: Tree, within: unknown): boolean =>
  [...nodesIn(within, 'SubLink')].some(
    ({ subselect }) => [...nodesIn(subselect, 'FuncCall')].includes(call) && [...nodesIn(subselect, 'ColumnRef')].length === 0,
  );

const nameOf = ({ funcname }: Tree): string => (funcname as { String: { sval: string } }[]).at(-1)?.String.sval ?? '';

function isMutable(part: unknown, known: Known): boolean {
  const found = ['FuncCall', 'A_Expr', 'SQLValueFunction'].flatMap((kind) => [
    ...nodesIn({ part }, kind).map((node) => ({ [kind]: node })),
  ]);
  return found.some((node) => isItselfMutable(node, known));
}

function isItselfMutable({ FuncCall, A_Expr, SQLValueFunction }: Tree, { mutable }: Known): boolean {
  if (SQLValueFunction) return true;
  if (FuncCall) return mutable.has(nameOf(FuncCall as Tree));
  const { name, lexpr, rexpr } = A_Expr as { name: { String?: { sval: string } }[]; lexpr?: Tree; rexpr?: Tree };
  return ['+', '-'].includes(name[0]?.String?.sval ?? '') && (isInterval(lexpr) || isInterval(rexpr));
}

function isInterval({ FuncCall, TypeCast, A_Expr }: Tree = {}): boolean {
  if (A_Expr) return isInterval((A_Expr as Tree).lexpr as Tree) || isInterval((A_Expr as Tree).rexpr as Tree);
  if (FuncCall) return nameOf(FuncCall as Tree) === 'make_interval';
  const { names = [] } = ((TypeCast as Tree | undefined)?.typeName ?? {}) as { names?: { String: { sval: string } }[] };
  return names.at(-1)?.String.sval === 'interval';
}
