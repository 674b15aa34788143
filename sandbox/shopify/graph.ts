import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  buildClientSchema,
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  type IntrospectionQuery,
  isCompositeType,
  isObjectType,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { operationIn } from '../kit/graphql.ts';

/** The schema of a version, as Shopify's package for developers has it; null where it has none. */
export function schemaOf(version: string): Promise<GraphQLSchema | null> {
  const known = schemas.get(version) ?? load(version);
  schemas.set(version, known);
  return known;
}
const schemas = new Map<string, Promise<GraphQLSchema | null>>();

async function load(version: string): Promise<GraphQLSchema | null> {
  if (!/^\d{4}-\d\d$/.test(version)) return null;
  try {
    const packed = await readFile(new URL(`data/admin_${version}.json.gz`, import.meta.resolve('@shopify/dev-mcp')));
    return buildClientSchema((JSON.parse((await promisify(gunzip)(packed)).toString()) as { data: IntrospectionQuery }).data);
  } catch {
    return null;
  }
}

/** A point for each object that could come, two more for each list in pages, ten for a mutation. */
export function costOf(schema: GraphQLSchema, document: DocumentNode, variables: Record<string, unknown> = {}): number {
  const fragments = new Map(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])),
  );
  const operation = operationIn(document);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return 0;
  return within(operation.selectionSet, root) + (operation.operation === 'mutation' ? 10 : 0);

  function within({ selections }: SelectionSetNode, type: GraphQLNamedType): number {
    return selections.reduce((sum, one) => {
      if (one.kind === Kind.FIELD) return sum + ofField(one, type);
      const fragment: Pick<FragmentDefinitionNode, 'selectionSet'> | undefined =
        one.kind === Kind.INLINE_FRAGMENT ? one : fragments.get(one.name.value);
      const named =
        one.kind === Kind.INLINE_FRAGMENT ? one.typeCondition?.name.value : fragments.get(one.name.value)?.typeCondition.name.value;
      return sum + (fragment ? within(fragment.selectionSet, schema.getType(named ?? type.name) ?? type) : 0);
    }, 0);
  }

  function ofField({ name, arguments: given = [], selectionSet }: FieldNode, type: GraphQLNamedType): number {
    const field = isObjectType(type) ? type.getFields()[name.value] : undefined;
    const of = field && getNamedType(field.type);
    if (!of || !selectionSet || !isCompositeType(of) || of.name === 'PageInfo') return 0;
    const first = given.find((one) => one.name.value === 'first')?.value;
    // Lists in pages have a field of this name, too.
    const ids = name.value === 'nodes' && type === root && Array.isArray(variables.ids) ? variables.ids.length : 1;
    const times = first?.kind === Kind.INT ? Number(first.value) : ids;
    const each = within(selectionSet, of);
    return of.name.endsWith('Connection') ? 2 + times * each : times * (1 + each);
  }
}

/** What a reply really cost: the objects that came. */
export function objectsIn(value: unknown): number {
  if (Array.isArray(value)) return value.reduce<number>((sum, one) => sum + objectsIn(one), 0);
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Object.values(value).reduce<number>((sum, one) => sum + objectsIn(one), 0);
}
