import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Cut, numbered, type Query } from '../kit/paging.ts';
import { type Filter, type Listed, listRoute, type Refusals } from '../kit/resource.ts';
import type { Account } from '../kit/stand-in.ts';
import type { Floor } from './floor.ts';
import { type Credentials, relation } from './records.ts';
import { condition, order, valueAt } from './rql.ts';

export type Customer = Credentials & Floor & Account;
export type CustomerOf = (request: FastifyRequest) => Customer;

/** https://3w.extensiv.com/Rels/exceptions: the members are in PascalCase. */
const exception = (type: string, members: object) => ({
  $type: `WMS.V2.Generic.Models.Exceptions.${type}, WMS.V2.Generic.Models`,
  ...members,
});
export const invalid = (reply: FastifyReply, name: string, ErrorCode: string) =>
  reply.code(400).send(exception('ModelValidationException', { ModelType: 0, Properties: [{ Name: name, Value: null }], ErrorCode }));
export const tooLate = (reply: FastifyReply, ErrorCode: string) =>
  reply.code(403).send(exception('OperationException', { ActionNameType: 0, ActionName: 'operator', ErrorCode, Hint: null }));
export const refusals: Refusals = {
  missing: (reply) => reply.code(404).send(),
  invalid: (reply, name) => reply.code(400).send(exception('QueryParameterException', { Parameters: [name], ErrorCode: 'NotParsable' })),
};
export const hal = (reply: FastifyReply) => reply.header('content-type', 'application/hal+json; charset=utf-8');

type RqlListed<T> = Pick<Listed<Customer, T>, 'path' | 'operation' | 'of' | 'also' | 'render'> & { name: string; most: number };

/** A list of HAL with a condition in RQL and an order, both of which look at records as they are rendered. */
export function rqlList<T>(app: FastifyInstance, customerOf: CustomerOf, { name, most, of, also = [], render, ...list }: RqlListed<T>) {
  const rql: Filter<T> = () => () => true;
  const chosen = (records: T[], request: FastifyRequest): T[] | null => {
    const { rql: text, sort = '' } = request.query as Query;
    const fits = text ? condition(text) : () => true;
    const models = records.map((record) => ({ record, model: render(record, customerOf(request), request) }));
    if (!fits) return null;
    const found = models.filter(({ model }) => fits(model)).toSorted((a, b) => bySort(sort, a.model, b.model));
    return found.map(({ record }) => record);
  };
  listRoute<Customer, T>(app, customerOf, refusals, {
    ...{ ...list, render, filters: { rql }, also: ['sort', ...also] },
    paging: numbered<T>({ page: 'pgnum', size: 'pgsiz' }, { usual: 100, most }),
    of(customer, request) {
      const records = of(customer, request);
      return records && chosen(records, request);
    },
    send: (records: unknown[], { total }: Cut<T>, reply: FastifyReply) =>
      hal(reply).send({ totalResults: total, _embedded: { [name === 'item' ? name : relation(name)]: records } }),
  });
}

function bySort(sort: string, a: unknown, b: unknown): number {
  for (const field of sort.split(',').filter((each) => each !== '')) {
    const name = field.replace('-', '');
    const found = order(valueAt(a, name), valueAt(b, name));
    if (found !== 0) return field.startsWith('-') ? -found : found;
  }
  return 0;
}
