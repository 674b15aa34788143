import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { GraphQLSchema } from 'graphql';
import type { Account } from '../stand-in.ts';
import { costOf, objectsIn, type Points } from './cost.ts';
import { fieldIn, openQuery, type Question, type Replies } from './replies.ts';

type Standing = ReturnType<Account['standing']>;
type Params = Record<string, string>;

/** Replies to the text of a question that comes within another one. Lists come as one page. */
export type Within = (query: string) => Promise<{ data?: unknown; errors?: unknown }>;

/** Where an account is asked in GraphQL, by its vendor's schema and for points out of a bucket. */
export type GraphDoor<A extends Account> = {
  /** Its path. */
  at: string;
  /** What holds for a request, null where there is nothing at its path. */
  schemaOf: (account: A, params: Params) => Promise<GraphQLSchema | null> | null;
  repliesOf: (account: A, within: Within) => Replies;
  points: Points & { most: number };
  notFound: object;
  /** What is dearer than the most that one may cost, and what is dearer than what is left. */
  refused: { tooDear: (cost: number) => object; throttled: object };
  /** What each reply says of its cost, as it could have been and was, and of what is left. */
  told: (could: number, did: number | null, standing: Standing) => object;
};

/** What a question could cost is taken from what is left, and given back but for what it did. */
export function askedAt<A extends Account>(app: FastifyInstance, accountOf: (request: FastifyRequest) => A, door: GraphDoor<A>): void {
  const { points, refused, told } = door;
  app.post<{ Params: Params; Body: Question }>(door.at, async (request, reply) => {
    const account = accountOf(request);
    const schema = await door.schemaOf(account, request.params);
    if (!schema) return reply.code(404).send(door.notFound);
    const question = openQuery(schema, request.body);
    if ('errors' in question) return question;
    const cost = costOf(schema, question.document, request.body.variables ?? {}, points);
    if (cost > points.most) return refused.tooDear(cost);
    const before = account.standing(cost);
    if (before?.refused) return { ...refused.throttled, extensions: { cost: told(cost, null, before) } };
    const within: Within = async (query) => {
      const inner = openQuery(schema, { query });
      return 'errors' in inner ? inner : inner.run(door.repliesOf(account, within), true);
    };
    const result = await question.run(door.repliesOf(account, within));
    const actual = objectsIn(result.data);
    return { ...result, extensions: { cost: told(cost, actual, account.standing(actual - cost)) } };
  });
}

/** By what connectors call an operation: the field that is asked for, or the name that stands for it. */
export const namedBy =
  (operations: Record<string, string>) =>
  ({ body }: FastifyRequest): { operation: string; writes: boolean } => {
    const { field, writes } = fieldIn((body as Question).query);
    return { operation: operations[field] ?? field, writes };
  };
