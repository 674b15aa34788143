/**
 * V1's code for a carrier, by the warehouse's name of it; `other` for a carrier that V1 does not know, which it accepts with any
 * tracking number.
 */
export function carrierCodeOf(carrier: string): string {
  const word = carrier.toLowerCase().replace(/[^a-z]/g, '');
  return codes.find(([start]) => word.startsWith(start))?.[1] ?? 'other';
}

// Longer beginnings first.
const codes: [string, string][] = [
  ['dhlecommerce', 'dhl_global_mail'],
  ['dhl', 'dhl_express'],
  ['unitedparcel', 'ups'],
  ['ups', 'ups'],
  ['unitedstatespostal', 'usps'],
  ['usps', 'usps'],
  ['stamps', 'stamps_com'],
  ['fedex', 'fedex'],
  ['federalexpress', 'fedex'],
  ['ontrac', 'ontrac'],
  ['lasership', 'lasership'],
  ['canadapost', 'canada_post'],
  ['royalmail', 'royal_mail'],
  ['australiapost', 'australia_post'],
];
