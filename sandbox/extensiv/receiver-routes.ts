import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kept } from '../kit/collection.ts';
import { type Handle, listRoute, recordRoutes } from '../kit/resource.ts';
import { type Receiver, type ReceiverLine, renderReceiver, type SentLine, sentReceiver, withFacility } from './records.ts';
import { type Customer, type CustomerOf, detailOf, ifUnchanged, invalid, listOf, refusals, tagged, tooLate } from './replies.ts';

const rendered = (receiver: Kept<Receiver>, customer: Customer, request: FastifyRequest, detail = detailOf(request)) =>
  renderReceiver(receiver, customer, detail, customer.idOf);

type OfReceiver = Handle<Customer, Kept<Receiver>>;

export function receiverRoutes(app: FastifyInstance, customerOf: CustomerOf) {
  const { chosen, ...list } = listOf<Kept<Receiver>>('inventory/receiver', 500, rendered, customerOf);
  listRoute(app, customerOf, refusals, {
    ...{ ...list, path: '/inventory/receivers', operation: 'list_receivers', render: rendered },
    of: ({ receivers }, request) => chosen(receivers.all(), request),
  });
  app.post('/inventory/receivers', { config: { operation: 'create_receiver' } }, (request, reply) =>
    create(customerOf(request), request, reply),
  );
  const route = recordRoutes<Customer, Kept<Receiver>>(app, customerOf, refusals, ({ receivers }, id) => receivers.get(id));
  route('GET', '/inventory/receivers/:id', 'get_receiver', withTag);
  route('PUT', '/inventory/receivers/:id', 'replace_receiver', ifUnchanged(replace));
  route('POST', '/inventory/receivers/:id/canceler', 'cancel_receiver', ifUnchanged(cancel));
}

const withTag: OfReceiver = (receiver, customer, request, reply) => tagged(reply, receiver, rendered(receiver, customer, request));

const cancel: OfReceiver = (receiver, { change, receivers }, _request, reply) => {
  if (receiver.status !== 0) return tooLate(reply, 'AlreadyCompleted');
  change(receivers, receiver, { status: 2 });
  return reply.code(204).send();
};

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
  return withTag(receiver, customer, request, reply.code(201));
}

const replace: OfReceiver = (receiver, customer, request, reply) => {
  const sent = sentReceiver.safeParse(request.body).data;
  if (!sent) return invalid(reply, 'ReceiveItems', 'Required');
  if (receiver.status !== 0) return tooLate(reply, 'AlreadyCompleted');
  const { receiveItems, readOnly: _, referenceNum: _reference, ...body } = sent;
  customer.change(customer.receivers, receiver, { body, lines: linesOf(receiveItems, customer) });
  return withTag(receiver, customer, request, reply);
};
