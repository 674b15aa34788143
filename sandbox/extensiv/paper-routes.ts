import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Collection, Kept } from '../kit/collection.ts';
import type { Query } from '../kit/paging.ts';
import { type Handle, ifMatch, recordRoutes } from '../kit/resource.ts';
import { facilities, type Paper, type SentLine, withFacility } from './records.ts';
import { type Customer, type CustomerOf, hal, invalid, refusals, rqlList, tooLate } from './replies.ts';

type Sent = { referenceNum: string; items: SentLine[]; [other: string]: unknown };
type NewPaper = Pick<Paper, 'reference' | 'facility' | 'body' | 'status' | 'version'>;
/** Orders or receivers: what is their own. */
export type PaperKind<P extends Paper<object>> = Record<'path' | 'noun' | 'create' | 'name' | 'lines', string> & {
  most: number;
  of: (customer: Customer) => Collection<P>;
  sent: z.ZodType<Sent>;
  render: (paper: Kept<P>, customer: Customer, detail: string) => object;
  /** Null: its reference is taken. */
  add: (customer: Customer, paper: NewPaper, sent: Sent, request: FastifyRequest) => Kept<P> | null;
  /** Why it can no longer be written over, or cancelled. */
  lateness: (paper: P, to: 'replace' | 'cancel') => string | null;
  replaced?: (customer: Customer, paper: Kept<P>) => void;
  needsReason?: true;
};

const etagOf = ({ version }: Pick<Paper, 'version'>) => `"${Buffer.from(`row version ${version}`).toString('base64')}"`;
const bodyOf = ({ referenceNum: _, items: __, readOnly, customerIdentifier, facilityIdentifier, deferNotification, ...body }: Sent) => body;
const detailOf = ({ query }: FastifyRequest) => (query as Query).detail ?? '';

/** A list, one of them, and writes, each of which goes on with the version as it is now alone. */
export function paperRoutes<P extends Paper<object>>(app: FastifyInstance, customerOf: CustomerOf, kind: PaperKind<P>) {
  const { path, noun, name, most, of, render } = kind;
  rqlList(app, customerOf, {
    ...{ path, operation: `list_${noun}s`, name, most, also: ['detail'], of: (customer) => of(customer).all() },
    render: (paper: Kept<P>, customer, request) => render(paper, customer, detailOf(request)),
  });
  app.post(path, { config: { operation: kind.create } }, (request, reply) => create(kind, customerOf(request), request, reply));
  const written = (handle: typeof replace<P>) => ifMatch<Customer, Kept<P>>(etagOf, (...call) => handle(kind, ...call));
  const route = recordRoutes<Customer, Kept<P>>(app, customerOf, refusals, (customer, id) => of(customer).get(id));
  route('GET', `${path}/:id`, `get_${noun}`, (...call) => sendPaper(kind, ...call));
  route('PUT', `${path}/:id`, `replace_${noun}`, written(replace));
  route('POST', `${path}/:id/canceler`, `cancel_${noun}`, written(cancel));
  return route;
}

type Call<P extends Paper<object>> = [kind: PaperKind<P>, ...Parameters<Handle<Customer, Kept<P>>>];

const sendPaper = <P extends Paper<object>>(...[{ render }, paper, customer, request, reply]: Call<P>) =>
  hal(reply)
    .header('etag', etagOf(paper))
    .send(render(paper, customer, detailOf(request)));

function create<P extends Paper<object>>(kind: PaperKind<P>, customer: Customer, request: FastifyRequest, reply: FastifyReply) {
  const [body, whose] = [kind.sent.safeParse(request.body).data, withFacility.safeParse(request.body).data];
  if (!body || !whose) return invalid(reply, 'ReferenceNum', 'Required');
  const { customerIdentifier, facilityIdentifier } = whose;
  if (customerIdentifier.id !== customer.customer) return invalid(reply, 'CustomerIdentifier', 'DoesNotExist');
  if (!facilities.some(({ facilityId }) => facilityId === facilityIdentifier.id))
    return invalid(reply, 'FacilityIdentifier', 'DoesNotExist');
  if (hasStranger(customer, body)) return invalid(reply, `${kind.lines}.ItemIdentifier.Sku`, 'DoesNotExist');
  const isNew = { reference: body.referenceNum, facility: facilityIdentifier.id, body: bodyOf(body), status: 0, version: 1 } as const;
  const paper = kind.add(customer, isNew, body, request);
  return paper ? sendPaper(kind, paper, customer, request, reply.code(201)) : invalid(reply, 'ReferenceNum', 'Duplicate');
}

const hasStranger = ({ itemOf }: Customer, { items }: Sent) => items.some(({ itemIdentifier: { sku } }) => !itemOf(sku));

/** Lines that a body leaves out go. */
function replace<P extends Paper<object>>(...[kind, paper, customer, request, reply]: Call<P>) {
  const body = kind.sent.safeParse(request.body).data;
  if (!body) return invalid(reply, kind.lines, 'Required');
  const late = kind.lateness(paper, 'replace');
  if (late) return tooLate(reply, late);
  if (hasStranger(customer, body)) return invalid(reply, `${kind.lines}.ItemIdentifier.Sku`, 'DoesNotExist');
  customer.change<Paper<object>>(kind.of(customer) as never, paper, { body: bodyOf(body), lines: customer.linesOf(body.items) });
  kind.replaced?.(customer, paper);
  return sendPaper(kind, paper, customer, request, reply);
}

function cancel<P extends Paper<object>>(...[kind, paper, customer, request, reply]: Call<P>) {
  if (kind.needsReason && !reason.safeParse(request.body).success) return invalid(reply, 'Reason', 'Required');
  const late = kind.lateness(paper, 'cancel');
  if (late) return tooLate(reply, late);
  customer.change<Paper<object>>(kind.of(customer) as never, paper, { status: 2 });
  return reply.code(204).send();
}
const reason = z.object({ reason: z.string().min(1) });
