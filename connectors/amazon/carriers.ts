/**
 * The carriers that Amazon knows by a code of its own, by what warehouses call them. Any other one is `Other`, with its name.
 * Source: the values of `carrierCode` in Amazon's order fulfilment documentation.
 */
const codes: Record<string, string> = {
  ...{ ups: 'UPS', usps: 'USPS', fedex: 'FedEx', dhl: 'DHL', ontrac: 'OnTrac', lasership: 'Lasership', tnt: 'TNT', gls: 'GLS', dpd: 'DPD' },
  ...{ 'royal mail': 'Royal Mail', parcelforce: 'Parcelforce', hermes: 'Hermes', yodel: 'Yodel', 'canada post': 'Canada Post' },
  ...{ 'deutsche post': 'Deutsche Post', 'la poste': 'La Poste', colissimo: 'Colissimo', chronopost: 'Chronopost', correos: 'Correos' },
  ...{ 'australia post': 'Australia Post', 'japan post': 'JP_POST', yamato: 'YAMATO', sagawa: 'SAGAWA' },
};

/** How a parcel's carrier is told. */
export function carrierOf(carrier: string): { carrierCode: string; carrierName?: string } {
  const code = codes[carrier.trim().toLowerCase().replaceAll('_', ' ')];
  return code === undefined ? { carrierCode: 'Other', carrierName: carrier.trim() || 'Other' } : { carrierCode: code };
}
