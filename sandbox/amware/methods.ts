export const warehouses = [
  { id: 'KY1', name: 'Louisville, Kentucky' },
  { id: 'NV2', name: 'Reno, Nevada' },
] as const;

/** What the warehouse ships by, grouped by carrier as `/shipping-methods` returns it. */
export const carriers = [
  {
    carrier: 'UPS',
    methods: [
      { code: 'UPSGR', name: 'UPS Ground' },
      { code: 'UPS2D', name: 'UPS 2nd Day Air' },
      { code: 'UPSST', name: 'UPS Standard' },
      { code: 'UPSWS', name: 'UPS Worldwide Saver' },
    ],
  },
  {
    carrier: 'FedEx',
    methods: [
      { code: 'FDXHD', name: 'FedEx Home Delivery' },
      { code: 'FDXIP', name: 'FedEx International Priority' },
    ],
  },
  {
    carrier: 'USPS',
    methods: [
      { code: 'USPSPM', name: 'USPS Priority Mail' },
      { code: 'USPSGA', name: 'USPS Ground Advantage' },
    ],
  },
  { carrier: 'DHL', methods: [{ code: 'DHLEXP', name: 'DHL Express Worldwide' }] },
  {
    carrier: 'Royal Mail',
    methods: [
      { code: 'RM24', name: 'Royal Mail Tracked 24' },
      { code: 'RM48', name: 'Royal Mail Tracked 48' },
      { code: 'RMSD1', name: 'Royal Mail Special Delivery by 1pm' },
      { code: 'RMINT', name: 'Royal Mail International Tracked' },
    ],
  },
] as const;

export type CarrierName = (typeof carriers)[number]['carrier'];

const carrierByMethod = new Map<string, CarrierName>(
  carriers.flatMap(({ carrier, methods }) => methods.map(({ code }) => [code, carrier] as const)),
);

export function carrierOf(methodCode: string): CarrierName | null {
  return carrierByMethod.get(methodCode) ?? null;
}
