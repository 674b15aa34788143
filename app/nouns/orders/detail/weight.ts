/** `740 g`, `2.35 kg`. */
export function writeWeight(grams: number): string {
  return grams < 1_000 ? `${grams} g` : `${(grams / 1_000).toLocaleString('en-US', { maximumFractionDigits: 2 })} kg`;
}

type Weighed = {
  weight_grams: number | null;
  source_name: string;
  units_ordered: number;
  units_shipped: number;
  shipments: readonly { weight_grams: number | null }[];
};

/**
 * What an order weighs: its parcels, once all goods have left in weighed ones; until then what the channel says. `why` explains a
 * difference.
 */
export function packageWeight({ weight_grams, source_name, units_ordered, units_shipped, shipments }: Weighed) {
  const ofChannel = weight_grams !== null && weight_grams > 0 ? weight_grams : null;
  const weighed = shipments.flatMap((shipment) => shipment.weight_grams ?? []);
  const parcels = weighed.reduce((sum, grams) => sum + grams, 0);
  const isAll = shipments.length > 0 && weighed.length === shipments.length && units_shipped >= units_ordered;
  if (isAll && parcels > 0)
    return {
      grams: parcels,
      why:
        ofChannel !== null && ofChannel !== parcels ? `as the warehouse weighed it; ${source_name} said ${writeWeight(ofChannel)}` : null,
    };
  if (ofChannel === null) return null;
  if (parcels === 0) return { grams: ofChannel, why: null };
  const rest = units_shipped < units_ordered ? 'the rest has not shipped yet' : 'not every parcel was weighed';
  return { grams: ofChannel, why: `as ${source_name} says; parcels so far weigh ${writeWeight(parcels)}, ${rest}` };
}
