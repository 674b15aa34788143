import * as graphql from 'graphql';
import { GraphQLError, type GraphQLFieldResolver, type GraphQLSchema, getNamedType, getNullableType, isListType, Kind } from 'graphql';
import { behind, isBehind, type Size } from '../paging.ts';

export type Question = { query: string; variables?: Record<string, unknown> };
type Value = Record<string, unknown>;
type Place = (number | string)[];

/** How a vendor replies. What it says nothing of is empty: null, a list of nothing, or a page of it. */
export type Replies = {
  /** What can be asked for, and what can be done: a value or a function of its arguments by its field. A list gives its pages. */
  root: object;
  /** By the name of a type: what a record says beside its own fields, or how a number is written that is a field of the type `of`. */
  types: Record<string, (value: never, of: string) => unknown>;
  /** Which records of a list a search finds. */
  search: (records: never[], query: string, type: string) => never[];
  /** What a list is sorted by, where it is asked to. Otherwise it is sorted by its numbers. */
  sorts: Record<string, (record: never) => Place>;
  size: Size;
};
/** A question that the schema allows, and how it is replied to. `whole`: lists come as one page. */
export type Asked = {
  document: graphql.DocumentNode;
  run: (replies: Replies, whole?: boolean) => Promise<{ data?: unknown; errors?: unknown }>;
};

/** A question that the schema does not allow is refused with its errors. */
export function openQuery(schema: GraphQLSchema, { query, variables: variableValues = {} }: Question): Asked | { errors: object[] } {
  let document: graphql.DocumentNode;
  try {
    document = graphql.parse(query);
  } catch (error) {
    return { errors: [{ message: String(error) }] };
  }
  const wrong = graphql.validate(schema, document);
  if (wrong.length > 0) return { errors: wrong.map(({ message }) => ({ message })) };
  const run: Asked['run'] = async (replies, whole = false) =>
    graphql.execute({ schema, document, rootValue: replies.root, variableValues, fieldResolver: resolverOf(replies, whole) });
  return { document, run };
}

class Refused extends Error {
  userErrors: object[] = [];
}
/** Ends a mutation by what its `userErrors` say. */
export function refuse(message: string, field: string[] | null = null, code?: string): never {
  throw Object.assign(new Refused(message), { userErrors: [{ message, field, code }] });
}

function resolverOf(replies: Replies, whole: boolean): GraphQLFieldResolver<Value, unknown> {
  return (source, given, context, info) => {
    const type = getNullableType(info.returnType);
    const { name } = getNamedType(type);
    const value = resolved(source[info.fieldName], given, context, info);
    const node = (each: unknown) => nodeOf(replies, each, name, info.parentType.name);
    if (isListType(type) && value !== null) return ((value ?? []) as unknown[]).slice(0, given.first).map(node);
    const isPage = name.endsWith('Connection') && (value === undefined || Array.isArray(value));
    return isPage ? pageOf(replies, name.replace(/Connection$/, ''), (value ?? []) as never[], whole ? null : given) : node(value);
  };
}

/** What it returns, or what it was ended by. */
export function outcomeOf<T>(does: () => T): { done: T } | { userErrors: object[] } {
  try {
    return { done: does() };
  } catch (error) {
    return endedBy(error);
  }
}

function endedBy(error: unknown): { userErrors: object[] } {
  if (error instanceof Refused) return { userErrors: error.userErrors };
  throw error;
}

/** The reply where a question as a whole fails, in the way that most say it. */
export const failure = (message: string, code: string): { errors: object[] } => ({ errors: [{ message, extensions: { code } }] });

function resolved(value: unknown, ...call: unknown[]): unknown {
  if (typeof value !== 'function') return value;
  const outcome = outcomeOf<unknown>(() => value(...call));
  if ('userErrors' in outcome) return outcome;
  return outcome.done instanceof Promise ? outcome.done.catch(endedBy) : outcome.done;
}

function nodeOf({ types }: Replies, value: unknown, type: string, of: string): unknown {
  const __typename = String((value as Value | null | undefined)?.__typename ?? type);
  const render = types[__typename];
  if (value === null || value === undefined || !render) return value;
  return typeof value === 'object' ? { __typename, ...value, ...(render(value as never, of) as object) } : render(value as never, of);
}

/** A page as the specification of connections has it (relay.dev/graphql/connections.htm); all of the list where it is not asked for one. */
function pageOf({ search, sorts, size }: Replies, type: string, all: never[], given: Record<string, string | number> | null): object {
  const { first = size.usual, after = '', query, sortKey = '' } = given ?? {};
  const placeOf = sorts[sortKey] ?? (({ id }: { id: number }): Place => [id]);
  const found = query === undefined ? all : search(all, String(query), type);
  const records = found.toSorted((a, b) => (isBehind(placeOf(a), placeOf(b)) ? 1 : -1));
  const paging = behind<never>({ cursor: 'after', size: 'first' }, size, placeOf);
  const cut = given ? paging.cut(records, { first: String(first), after: String(after ?? '') }) : { records };
  if (!cut) throw new GraphQLError(`first cannot exceed ${size.most}, and after has to be a cursor of this list.`);
  const endCursor = ('next' in cut && cut.next) || null;
  return {
    nodes: cut.records,
    edges: cut.records.map((node) => ({ node })),
    pageInfo: { hasNextPage: endCursor !== null, endCursor },
  };
}

export const operationIn = ({ definitions }: graphql.DocumentNode): graphql.OperationDefinitionNode | undefined =>
  definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION);

/** The first field of a document, by which its operation is known. */
export function fieldIn(query: string): { field: string; writes: boolean } {
  const operation = operationIn(graphql.parse(query));
  const field = operation?.selectionSet.selections.find((one) => one.kind === Kind.FIELD)?.name.value ?? 'unknown';
  return { field, writes: operation?.operation === 'mutation' };
}
