import {
  type DocumentNode,
  execute,
  type FieldNode,
  GraphQLError,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  parse,
  type SelectionSetNode,
  validate,
} from 'graphql';
import { behind, type Cut, type Size } from './paging.ts';
import { sumOf } from './shelves.ts';

export type Question = { query: string; variables?: Record<string, unknown> };
/** A question that the schema allows, and how it is replied to. */
export type Asked = { document: DocumentNode; run: (root: object) => Promise<{ data?: unknown; errors?: unknown }> };

/** A question that the schema does not allow is refused with its errors. */
export function asked(schema: GraphQLSchema, { query, variables = {} }: Question): Asked | { errors: object[] } {
  let document: DocumentNode;
  try {
    document = parse(query);
  } catch (error) {
    return { errors: [{ message: String(error) }] };
  }
  const wrong = validate(schema, document);
  if (wrong.length > 0) return { errors: wrong.map(({ message }) => ({ message })) };
  return { document, run: async (rootValue) => ({ ...(await execute({ schema, document, rootValue, variableValues: variables })) }) };
}

export const operationIn = ({ definitions }: DocumentNode): OperationDefinitionNode | undefined =>
  definitions.flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION ? [one] : []))[0];

/** The first field of a document, by which its operation is known. */
export function fieldIn(query: string): { field: string; writes: boolean } {
  const operation = operationIn(parse(query));
  const field = operation?.selectionSet.selections.find((one) => one.kind === Kind.FIELD)?.name.value ?? 'unknown';
  return { field, writes: operation?.operation === 'mutation' };
}

/** Adds up an operation from within: `worth` says of a field of this type what it is worth, whose own fields are worth so much. */
export function addUp(
  schema: GraphQLSchema,
  document: DocumentNode,
  worth: (field: FieldNode, type: GraphQLNamedType, within: number) => number,
): number {
  const fragments = document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [one] : []));
  const operation = operationIn(document);
  const root = operation && schema.getRootType(operation.operation);
  return root ? within(operation.selectionSet, root) : 0;

  function within({ selections }: SelectionSetNode, type: GraphQLNamedType): number {
    return sumOf(selections, (one) => {
      if (one.kind === Kind.FIELD) return ofField(one, type);
      const named = one.kind === Kind.FRAGMENT_SPREAD ? one.name.value : '';
      const fragment = one.kind === Kind.INLINE_FRAGMENT ? one : fragments.find(({ name }) => name.value === named);
      return fragment ? within(fragment.selectionSet, schema.getType(fragment.typeCondition?.name.value ?? type.name) ?? type) : 0;
    });
  }

  function ofField(node: FieldNode, type: GraphQLNamedType): number {
    const field = isObjectType(type) ? type.getFields()[node.name.value] : undefined;
    const of = field && getNamedType(field.type);
    return of && node.selectionSet && isCompositeType(of) ? worth(node, of, within(node.selectionSet, of)) : 0;
  }
}

export type Paged = { first?: number; after?: string | null };

/** Cuts pages of lists, each sorted by its number unless `placeOf` says by what. */
export const pagesOf =
  (size: Size) =>
  <T extends { id: number }, N>(
    records: T[],
    { first, after }: Paged,
    node: (record: T) => N,
    placeOf: (record: T) => (number | string)[] = ({ id }) => [id],
  ) => {
    const query = { first: String(first ?? size.usual), after: after ?? '' };
    const cut = behind<T>({ cursor: 'after', size: 'first' }, size, placeOf).cut(records, query);
    if (!cut) throw new GraphQLError(`first cannot exceed ${size.most}, and after has to be a cursor of this list.`);
    return connectionOf(cut, node);
  };

/** A page as the specification of connections has it (relay.dev/graphql/connections.htm). */
export function connectionOf<T, N>({ records, next = null }: Cut<T>, node: (record: T) => N) {
  const nodes = records.map(node);
  return { nodes, edges: nodes.map((each) => ({ node: each })), pageInfo: { hasNextPage: next !== null, endCursor: next } };
}
