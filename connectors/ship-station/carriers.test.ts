import { expect, test } from 'vitest';
import { carrierCodeOf } from './carriers.ts';

const names: Record<string, string[]> = {
  royal_mail: ['Royal Mail'],
  ups: ['UPS', 'Our own UPS account'],
  dhl_express_worldwide: ['DHL Express'],
  dhl_global_mail: ['DHL eCommerce'],
  dpd: ['DPD UK'],
  hermes: ['Evri'],
  stamps_com: ['Stamps.com'],
};
const services: Record<string, string[]> = { stamps_com: ['usps_priority_mail', 'USPS Priority Mail'], ups: ['ups_ground', 'UPS Ground'] };
const account = {
  names: async () => expect.unreachable('no names are needed'),
  carriers: async () => ({ ok: true as const, value: Object.entries(names).map(([code, list]) => ({ code, names: [code, ...list] })) }),
  services: async (code: string) => ({ ok: true as const, value: services[code] ?? [] }),
};

test.each([
  ['UPS', 'ups'],
  ['UPS Ground', 'ups'],
  ['United Parcel Service', 'ups'],
  ['Royal Mail', 'royal_mail'],
  ['ROYAL MAIL TRACKED', 'royal_mail'],
  ['DPD', 'dpd'],
  ['Hermes', 'hermes'],
  ['Evri', 'hermes'],
  ['DHL eCommerce', 'dhl_global_mail'],
  ['DHL Express', 'dhl_express_worldwide'],
  // Either could be meant.
  ['DHL', 'other'],
  ['USPS', 'stamps_com'],
  ['A man with a van', 'other'],
  ['UP', 'other'],
  ['', 'other'],
])('%s is carrier %s', async (carrier, code) => expect(await carrierCodeOf(account, carrier)).toEqual({ ok: true, value: code }));
