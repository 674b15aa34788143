/** A method with its carrier, which some are named after: `UPS Ground`, and `Royal Mail Tracked 24`. Browser-safe. */
export const methodWords = ({ carrier, name }: { carrier: string; name: string }) =>
  name.toLowerCase().startsWith(carrier.toLowerCase()) ? name : `${carrier} ${name}`;
