import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import {
  buildClientSchema,
  type FragmentDefinitionNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  type IntrospectionQuery,
  isCompositeType,
  isEnumType,
  isObjectType,
  Kind,
  NoDeprecatedCustomRule,
  parse,
  type SelectionSetNode,
  specifiedRules,
  validate,
} from 'graphql';
import { beforeAll, expect, test } from 'vitest';
import { version } from '../client.ts';
import { reasons } from '../shipping/requests.ts';
import { subscriptions } from '../webhook.ts';
import * as bulk from './bulk.ts';
import * as orders from './orders.ts';
import * as products from './products.ts';
import * as shipping from './shipping.ts';
import * as shop from './shop.ts';
import * as stock from './stock.ts';

let schema: GraphQLSchema;

// Shopify's own schema of the version that we ask for, as its package for developers has it.
beforeAll(async () => {
  const file = new URL(`data/admin_${version}.json.gz`, import.meta.resolve('@shopify/dev-mcp'));
  const { data } = JSON.parse((await promisify(gunzip)(await readFile(file))).toString()) as { data: IntrospectionQuery };
  schema = buildClientSchema(data);
});

const documents = Object.entries({ ...bulk, ...orders, ...products, ...shipping, ...shop, ...stock });

test.each(documents)('%s is a query of Shopify’s schema, without anything that is on its way out', (_name, document) => {
  expect(validate(schema, parse(document), [...specifiedRules, NoDeprecatedCustomRule])).toEqual([]);
});

test('the topics and quantities that we name are there', () => {
  const names = (type: string) => {
    const found = schema.getType(type);
    return isEnumType(found) ? found.getValues().map(({ name }) => name) : [];
  };
  expect(names('WebhookSubscriptionTopic')).toEqual(expect.arrayContaining(subscriptions()));
  expect(names('FulfillmentHoldReason')).toContain('OTHER');
  expect(names('FulfillmentOrderRejectionReason')).toEqual(expect.arrayContaining(Object.values(reasons)));
});

test('a field that Shopify does not have, or is giving up, is found', () => {
  const errors = (document: string) => validate(schema, parse(document), [...specifiedRules, NoDeprecatedCustomRule]).length;
  expect(errors('{ shop { name colour } }')).toBe(1);
  expect(errors('{ order(id: "1") { totalPrice } }')).toBe(1);
});

test.each(documents)('%s costs less than the 1,000 points that one query may', (_name, document) => {
  expect(costOf(document)).toBeLessThan(1_000);
});

/** As Shopify counts before it runs a query: a point for each object that it could give, two more for each list with a `first`. */
function costOf(document: string): number {
  const { definitions } = parse(document);
  const fragments = new Map(definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])));
  const [operation] = definitions.flatMap((one) => (one.kind === Kind.OPERATION_DEFINITION ? [one] : []));
  if (!operation) return expect.unreachable('it has no operation');
  const root = schema.getRootType(operation.operation);
  return root ? costWithin(operation.selectionSet, root, fragments) : 0;
}

function costWithin(set: SelectionSetNode, type: GraphQLNamedType, fragments: Map<string, FragmentDefinitionNode>): number {
  const costs = set.selections.map((selection): number => {
    if (selection.kind !== Kind.FIELD) {
      const fragment = selection.kind === Kind.FRAGMENT_SPREAD ? fragments.get(selection.name.value) : selection;
      const on = schema.getType(fragment?.typeCondition?.name.value ?? type.name) ?? type;
      return fragment ? costWithin(fragment.selectionSet, on, fragments) : 0;
    }
    const field = isObjectType(type) ? type.getFields()[selection.name.value] : undefined;
    const of = field && getNamedType(field.type);
    if (!of || !selection.selectionSet || !isCompositeType(of) || of.name === 'PageInfo') return 0;
    const first = selection.arguments?.find(({ name }) => name.value === 'first')?.value;
    const times = first?.kind === Kind.INT ? Number(first.value) : selection.name.value === 'nodes' && type.name === 'QueryRoot' ? 5 : 1;
    if (!of.name.endsWith('Connection')) return times * (1 + costWithin(selection.selectionSet, of, fragments));
    return 2 + times * costWithin(selection.selectionSet, of, fragments);
  });
  return costs.reduce((sum, cost) => sum + cost, 0);
}
