/** The kinds of effects, and what the other side was asked to do by each, after its name and "did not". Browser-safe. */
export const taskInWords = {
  submit: 'take the order',
  replace: 'take the change',
  cancel: 'reply to the cancellation',
  hold: 'hold the order',
  release: 'take the order off hold',
  confirm: 'take the shipment',
  acknowledge: 'take the acknowledgement',
  hold_at_channel: 'hold the order',
  decide_cancel: 'take the decision about its request to cancel',
  decide_ship: 'take the reply to its request to ship',
  announce: 'take the announcement',
  announce_change: 'take the change of the announcement',
  withdraw: 'reply to the withdrawal',
  book: 'book the receipts',
  stock: 'take the stock',
};
