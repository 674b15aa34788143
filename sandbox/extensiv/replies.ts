import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Cut, numbered, type Query } from '../kit/paging.ts';
import type { Filter, Handle, Listed, Refusals } from '../kit/resource.ts';
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
export const etagOf = ({ version }: { version: number }) => `"${Buffer.from(`row version ${version}`).toString('base64')}"`;

export const detailOf = ({ query }: FastifyRequest) => (query as { detail?: string }).detail ?? '';
export const tagged = (reply: FastifyReply, record: { version: number }, body: object) =>
  hal(reply).header('etag', etagOf(record)).send(body);

/** A write goes on with the record's version as it is now alone. */
export const ifUnchanged =
  <T extends { version: number }>(handle: Handle<Customer, T>): Handle<Customer, T> =>
  (record, customer, request, reply) => {
    const sent = request.headers['if-match'];
    return sent === etagOf(record) ? handle(record, customer, request, reply) : reply.code(sent === undefined ? 428 : 412).send();
  };

type Model<T> = (record: T, customer: Customer, request: FastifyRequest) => unknown;

/** What all lists have in common; `model` is what conditions and sorting look at. */
export function listOf<T>(name: string, most: number, model: Model<T>, customerOf: CustomerOf) {
  const rql: Filter<T> = () => () => true;
  const chosen = (records: T[], request: FastifyRequest): T[] | null => {
    const { rql: text, sort = '' } = request.query as Query;
    const fits = text ? condition(text) : () => true;
    if (!fits) return null;
    const modelled = records
      .map((record) => ({ record, model: model(record, customerOf(request), request) }))
      .filter((each) => fits(each.model));
    const sorted = modelled.toSorted((a, b) => bySort(sort, a.model, b.model));
    return sorted.map(({ record }) => record);
  };
  const send = (records: unknown[], { total }: Cut<T>, reply: FastifyReply) =>
    hal(reply).send({ totalResults: total, _embedded: { [name === 'item' ? name : relation(name)]: records } });
  const shared = {
    filters: { rql },
    also: ['sort', 'detail'],
    paging: numbered<T>({ page: 'pgnum', size: 'pgsiz' }, { usual: 100, most }),
    send,
  };
  return { ...shared, chosen } satisfies Partial<Listed<Customer, T>> & { chosen: typeof chosen };
}

function bySort(sort: string, a: unknown, b: unknown): number {
  for (const field of sort.split(',').filter((each) => each !== '')) {
    const name = field.replace('-', '');
    const found = order(valueAt(a, name), valueAt(b, name));
    if (found !== 0) return field.startsWith('-') ? -found : found;
  }
  return 0;
}
