import { fillPattern, hash, pick } from '../seeded.ts';
import type { SellerAddress } from '../ship-station/order.ts';
import { words } from './names.ts';
import { type Place, places } from './places.ts';

/** A customer, made up from the number: the file has no names or addresses. */
export type Person = { id: number; email: string; address: SellerAddress };

export function personOf(customerId: string, country: string): Person | null {
  const place = places[country];
  if (!place) return null;
  const { first, last } = words[place.tongue];
  const [given, family] = [pick(first, `first:${customerId}`), pick(last, `last:${customerId}`)];
  const isShop = hash(`shop:${customerId}`) % 3 === 0;
  return {
    id: Number(customerId),
    email: `${plain(given)}.${plain(family)}.${customerId}@example.${pick(['com', 'org', 'net'], customerId)}`,
    address: {
      name: `${given} ${family}`,
      company: isShop ? `${family} & ${pick(['Daughters', 'Sons', 'Co.', 'Gifts'], `firm:${customerId}`)}` : null,
      ...homeOf(customerId, country, place),
      country: place.iso,
      phone: fillPattern(place.phone, `phone:${customerId}`),
    },
  };
}

/** An order without a customer has only a country. */
export function addressOfNobody(country: string): SellerAddress {
  const nothing = { name: null, company: null, street1: null, street2: null, city: null, state: null, postalCode: null, phone: null };
  return { ...nothing, country: places[country]?.iso ?? country };
}

/** One customer in eight lives in one of a few houses, so that several orders go to one address. */
function homeOf(customerId: string, country: string, place: Place) {
  const isNeighbour = hash(`neighbour:${customerId}`) % 8 === 0;
  const seed = isNeighbour ? `house:${country}:${hash(`which:${customerId}`) % 12}` : `home:${customerId}`;
  const [city, state, postcode] = pick(place.towns, `town:${seed}`);
  const street = pick(words[place.tongue].streets, `street:${seed}`);
  const house = 1 + (hash(`house:${seed}`) % 180);
  const flat = hash(`flat:${seed}`) % 9;
  return {
    street1: place.houseFirst ? `${house} ${street}` : `${street} ${house}`,
    street2: flat < 2 ? `Flat ${flat + 1}` : null,
    city,
    state,
    postalCode: fillPattern(postcode, `postcode:${seed}`),
  };
}

const unaccented: Record<string, string> = { ß: 'ss', ø: 'o', ł: 'l', þ: 'th', æ: 'ae' };

function plain(name: string): string {
  return name
    .toLowerCase()
    .replace(/[ßøłþæ]/g, (letter) => unaccented[letter] ?? letter)
    .normalize('NFD')
    .replace(/[^a-z]/g, '');
}
