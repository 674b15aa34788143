/** Names by which Shopify knows a carrier, and makes the address by which a parcel is followed; it tells upper from lower case. */
const carriers = [
  ...['UPS', 'USPS', 'FedEx', 'DHL Express', 'DHL eCommerce', 'Royal Mail', 'Canada Post', 'Australia Post', 'DPD', 'GLS', 'Evri'],
  ...['OnTrac', 'LaserShip', 'Amazon Logistics UK', 'Amazon Logistics US', 'Purolator', 'PostNord', 'PostNL', 'La Poste', 'Colissimo'],
];
const byName = new Map(carriers.map((name) => [name.toLowerCase(), name]));

export const carrierOf = (carrier: string): string => byName.get(carrier.trim().toLowerCase()) ?? carrier.trim();
