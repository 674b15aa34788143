import { type DocumentNode, execute, type GraphQLSchema, Kind, type OperationDefinitionNode, parse, validate } from 'graphql';
import type { Cut } from './paging.ts';

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

/** A page as the specification of connections has it (relay.dev/graphql/connections.htm). */
export function connectionOf<T, N>({ records, next = null }: Cut<T>, node: (record: T) => N) {
  const nodes = records.map(node);
  return { nodes, edges: nodes.map((each) => ({ node: each })), pageInfo: { hasNextPage: next !== null, endCursor: next } };
}
