import { type DocumentNode, type FieldNode, type FragmentDefinitionNode, Kind, parse, type SelectionSetNode } from 'graphql';
import { expect, test } from 'vitest';
import * as orders from './orders.ts';

/** As many orders as are asked for by their ids at once. */
const byId = 5;

function firstOf({ arguments: given = [] }: FieldNode): number | null {
  const first = given.find(({ name }) => name.value === 'first')?.value;
  if (first?.kind === Kind.INT) return Number(first.value);
  return given.some(({ name }) => name.value === 'ids') ? byId : null;
}

/** The most that it could cost, as Shopify documents it: an object is a point, a connection two and each of what it may hold. */
function costOf({ selections }: SelectionSetNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): number {
  return selections.reduce((sum, one) => {
    if (one.kind === Kind.FRAGMENT_SPREAD) {
      const fragment = fragments.get(one.name.value) ?? expect.unreachable(`there is no fragment ${one.name.value}`);
      return sum + costOf(fragment.selectionSet, fragments);
    }
    if (one.kind === Kind.INLINE_FRAGMENT) return sum + costOf(one.selectionSet, fragments);
    return sum + (one.selectionSet ? costOfField(one, one.selectionSet, fragments) : 0);
  }, 0);
}

function costOfField(field: FieldNode, set: SelectionSetNode, fragments: ReadonlyMap<string, FragmentDefinitionNode>): number {
  const first = firstOf(field);
  if (first === null) return 1 + costOf(set, fragments);
  const nodes = set.selections.find((one) => one.kind === Kind.FIELD && one.name.value === 'nodes');
  if (nodes?.kind !== Kind.FIELD || !nodes.selectionSet) return first * (1 + costOf(set, fragments));
  const rest = { ...set, selections: set.selections.filter((one) => one !== nodes) };
  return 2 + first * (1 + costOf(nodes.selectionSet, fragments)) + costOf(rest, fragments);
}

function costOfDocument({ definitions }: DocumentNode): number {
  const fragments = new Map(definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one] as const] : [])));
  return definitions.reduce((sum, one) => sum + (one.kind === Kind.OPERATION_DEFINITION ? costOf(one.selectionSet, fragments) : 0), 0);
}

test.each(Object.entries(orders))('the query %s costs less than the thousand points that Shopify allows one', (_, document) => {
  const cost = costOfDocument(parse(document));
  expect(cost).toBeGreaterThan(0);
  expect(cost).toBeLessThan(1000);
});
