/** The label of the channel's own status. */
export function channelStatus(status: string): 'Pending' | 'Shipped' | 'Cancelled' {
  if (status === 'awaiting_shipment') return 'Pending';
  return status === 'shipped' ? 'Shipped' : 'Cancelled';
}
