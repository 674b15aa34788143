/** The carriers of the demo's ShipStation account and their services, as `/carriers/listservices` returns them. */
export const carriers = [
  {
    code: 'royal_mail',
    name: 'Royal Mail',
    services: [
      { code: 'rm_tracked_24', name: 'Royal Mail Tracked 24', domestic: true },
      { code: 'rm_tracked_48', name: 'Royal Mail Tracked 48', domestic: true },
      { code: 'rm_special_delivery_1pm', name: 'Royal Mail Special Delivery by 1pm', domestic: true },
      { code: 'rm_international_tracked', name: 'Royal Mail International Tracked', domestic: false },
    ],
  },
  {
    code: 'ups',
    name: 'UPS',
    services: [
      { code: 'ups_standard', name: 'UPS Standard', domestic: true },
      { code: 'ups_worldwide_saver', name: 'UPS Worldwide Saver', domestic: false },
      { code: 'ups_ground', name: 'UPS Ground', domestic: true },
    ],
  },
  {
    code: 'dhl_express',
    name: 'DHL Express',
    services: [{ code: 'dhl_express_worldwide', name: 'DHL Express Worldwide', domestic: false }],
  },
  {
    code: 'fedex',
    name: 'FedEx',
    services: [
      { code: 'fedex_international_priority', name: 'FedEx International Priority', domestic: false },
      { code: 'fedex_home_delivery', name: 'FedEx Home Delivery', domestic: true },
    ],
  },
] as const;

/** What the demo maps each code of its orders to at the warehouse. `rareService` is left out, so that one issue shows. */
export const demoShippingMap: Record<string, string> = {
  rm_tracked_24: 'RM24',
  rm_tracked_48: 'RM48',
  rm_international_tracked: 'RMINT',
  ups_standard: 'UPSST',
  ups_worldwide_saver: 'UPSWS',
  dhl_express_worldwide: 'DHLEXP',
  fedex_international_priority: 'FDXIP',
};

export const rareService = 'rm_special_delivery_1pm';

export function serviceOf(code: string): { carrierCode: string; name: string } | null {
  for (const carrier of carriers) {
    const service = carrier.services.find((one) => one.code === code);
    if (service) return { carrierCode: carrier.code, name: service.name };
  }
  return null;
}
