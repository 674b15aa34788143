import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kept } from '../kit/collection.ts';
import { listRoute } from '../kit/resource.ts';
import { type Receiver, type ReceiverLine, renderReceiver, type SentLine, sentReceiver, withFacility } from './records.ts';
import { type Customer, type CustomerOf, etagOf, hal, invalid, isStale, listOf, refusals, tooLate } from './replies.ts';

type ById = { Params: { id: string } };
type Handle = (receiver: Kept<Receiver>, customer: Customer, request: FastifyRequest, reply: FastifyReply) => unknown;
const detailOf = ({ query }: FastifyRequest) => (query as { detail?: string }).detail ?? '';

const rendered = (receiver: Kept<Receiver>, customer: Customer, detail = '') =>
  renderReceiver(receiver, customer, detail, (sku) => customer.itemOf(sku)?.id ?? 0);

export function receiverRoutes(app: FastifyInstance, customerOf: CustomerOf) {
  const { chosen, ...list } = listOf<Kept<Receiver>>('inventory/receiver', 500, rendered, customerOf);
  listRoute(app, customerOf, refusals, {
    ...{ ...list, path: '/inventory/receivers', operation: 'list_receivers' },
    of: ({ receivers }, request) => chosen(receivers.all(), request),
    render: (receiver, customer, request) => rendered(receiver, customer, detailOf(request)),
  });
  app.post('/inventory/receivers', { config: { operation: 'create_receiver' } }, (request, reply) =>
    create(customerOf(request), request, reply),
  );
  const route = (method: 'GET' | 'POST' | 'PUT', path: string, operation: string, handle: Handle) =>
    app.route<ById>({
      ...{ method, url: `/inventory/receivers/:id${path}`, config: { operation } },
      handler: (request, reply) => {
        const customer = customerOf(request);
        const receiver = customer.receivers.get(request.params.id);
        if (!receiver) return refusals.missing(reply);
        return method !== 'GET' && isStale(request, reply, receiver) ? reply : handle(receiver, customer, request, reply);
      },
    });
  route('GET', '', 'get_receiver', (receiver, customer, request, reply) => withTag(receiver, customer, detailOf(request), reply));
  route('PUT', '', 'replace_receiver', replace);
  route('POST', '/canceler', 'cancel_receiver', (receiver, { change, receivers }, _request, reply) => {
    if (receiver.status !== 0) return tooLate(reply, 'AlreadyCompleted');
    change(receivers, receiver, { status: 2 });
    return reply.code(204).send();
  });
}

const withTag = (receiver: Kept<Receiver>, customer: Customer, detail: string, reply: FastifyReply) =>
  hal(reply)
    .header('etag', etagOf(receiver))
    .send(rendered(receiver, customer, detail));

const linesOf = (sent: SentLine[], { nextId }: Customer): ReceiverLine[] =>
  sent.map(({ readOnly, itemIdentifier: { sku }, externalId = null, lotNumber: lot = null, qty: quantity }) => ({
    ...{ id: readOnly?.receiveItemId || nextId(), sku, externalId, quantity, expected: null, lot },
  }));

/** A reference may be used again: nothing says that it is unique. */
function create(customer: Customer, request: FastifyRequest, reply: FastifyReply) {
  const sent = sentReceiver.and(withFacility).safeParse(request.body).data;
  if (!sent) return invalid(reply, 'ReferenceNum', 'Required');
  const { customerIdentifier, facilityIdentifier, deferNotification: _, referenceNum: reference, receiveItems, ...body } = sent;
  if (customerIdentifier.id !== customer.customer) return invalid(reply, 'CustomerIdentifier', 'DoesNotExist');
  if (receiveItems.some(({ itemIdentifier: { sku } }) => !customer.itemOf(sku)))
    return invalid(reply, 'ReceiveItems.ItemIdentifier.Sku', 'DoesNotExist');
  const receiver = customer.receivers.add({
    ...{ reference, body, facility: facilityIdentifier.id, lines: linesOf(receiveItems, customer), status: 0, version: 1, arrivedAt: null },
  });
  return withTag(receiver, customer, 'None', reply.code(201));
}

const replace: Handle = (receiver, customer, request, reply) => {
  const sent = sentReceiver.safeParse(request.body).data;
  if (!sent) return invalid(reply, 'ReceiveItems', 'Required');
  if (receiver.status !== 0) return tooLate(reply, 'AlreadyCompleted');
  const { receiveItems, readOnly: _, referenceNum: _reference, ...body } = sent;
  customer.change(customer.receivers, receiver, { body, lines: linesOf(receiveItems, customer) });
  return withTag(receiver, customer, 'None', reply);
};
