import { fillPattern } from '../seeded.ts';
import type { CarrierName } from './methods.ts';

/** A tracking number in the carrier's format, with its check digit, and the address of the carrier's tracking page. */
export function trackingOf(carrier: CarrierName, seed: string): { number: string; url: string } {
  const number = numbers[carrier](seed);
  return { number, url: `${pages[carrier]}${number}` };
}

const pages: Record<CarrierName, string> = {
  UPS: 'https://www.ups.com/track?tracknum=',
  FedEx: 'https://www.fedex.com/fedextrack/?trknbr=',
  USPS: 'https://tools.usps.com/go/TrackConfirmAction?tLabels=',
  DHL: 'https://www.dhl.com/global-en/home/tracking/tracking-express.html?tracking-id=',
  'Royal Mail': 'https://www.royalmail.com/track-your-item#/tracking-results/',
};

const numbers: Record<CarrierName, (seed: string) => string> = {
  UPS: (seed) => {
    const body = fillPattern('##@@##03########', seed).slice(0, 15);
    return `1Z${body}${upsCheck(body)}`;
  },
  FedEx: (seed) => fillPattern('77##########', seed),
  USPS: (seed) => {
    const body = fillPattern('94055################', seed);
    return `${body}${usps22Check(body)}`;
  },
  DHL: (seed) => {
    const body = fillPattern('4########', seed);
    return `${body}${Number(body) % 7}`;
  },
  'Royal Mail': (seed) => {
    const serial = fillPattern('########', seed);
    return `${fillPattern('@@', seed)}${serial}${postalCheck(serial)}GB`;
  },
};

const digitsOf = (text: string) => [...text].map(Number);

/** Odd positions count once, even ones twice; a letter counts as its position in the alphabet plus two, modulo ten. */
function upsCheck(body: string): number {
  const values = [...body].map((sign) => (/\d/.test(sign) ? Number(sign) : (sign.charCodeAt(0) - 63) % 10));
  const sum = values.reduce((total, value, index) => total + value * (index % 2 === 0 ? 1 : 2), 0);
  return (10 - (sum % 10)) % 10;
}

function usps22Check(body: string): number {
  const sum = digitsOf(body)
    .toReversed()
    .reduce((total, digit, index) => total + digit * (index % 2 === 0 ? 3 : 1), 0);
  return (10 - (sum % 10)) % 10;
}

/** S10, the Universal Postal Union's item number. */
function postalCheck(serial: string): number {
  const sum = digitsOf(serial).reduce((total, digit, index) => total + digit * ([8, 6, 4, 2, 3, 5, 9, 7][index] ?? 0), 0);
  const check = 11 - (sum % 11);
  return check === 10 ? 0 : check === 11 ? 5 : check;
}
