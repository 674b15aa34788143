/** What the channel's own status is called here. */
export function channelStatus(status: string): 'Pending' | 'Shipped' | 'Cancelled' {
  if (status === 'awaiting_shipment') return 'Pending';
  return status === 'shipped' ? 'Shipped' : 'Cancelled';
}
