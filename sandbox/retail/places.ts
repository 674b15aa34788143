import type { Tongue } from './names.ts';

/**
 * Where a customer may live: towns with their postcodes (`#` a digit, `@` a letter), the shape of a street and a telephone
 * number. `iso` is empty where the file has no country.
 */
export type Place = { iso: string; tongue: Tongue; towns: Town[]; phone: string; houseFirst?: boolean };
export type Town = [city: string, state: string | null, postcode: string];

const britain: Place = {
  iso: 'GB',
  tongue: 'english',
  houseFirst: true,
  phone: '+44 20 7946 0###',
  towns: [
    ['London', null, 'SW1# #@@'],
    ['London', null, 'E# #@@'],
    ['Manchester', null, 'M1# #@@'],
    ['Birmingham', null, 'B# #@@'],
    ['Leeds', null, 'LS# #@@'],
    ['Bristol', null, 'BS# #@@'],
    ['Sheffield', null, 'S1# #@@'],
    ['Norwich', null, 'NR# #@@'],
    ['Exeter', null, 'EX# #@@'],
    ['York', null, 'YO1# #@@'],
    ['Glasgow', null, 'G1# #@@'],
    ['Edinburgh', null, 'EH# #@@'],
    ['Cardiff', null, 'CF1# #@@'],
    ['Belfast', null, 'BT# #@@'],
  ],
};

/** By the file's own name of the country. */
export const places: Record<string, Place> = {
  'United Kingdom': britain,
  Unspecified: { ...britain, iso: '' },
  'European Community': { iso: 'EU', tongue: 'french', phone: '+32 2 555 ## ##', towns: [['Bruxelles', null, '10##']] },
  EIRE: {
    iso: 'IE',
    tongue: 'english',
    houseFirst: true,
    phone: '+353 20 91# ####',
    towns: [
      ['Dublin', null, 'D0# @#@#'],
      ['Cork', null, 'T12 @#@#'],
      ['Galway', null, 'H91 @#@#'],
    ],
  },
  'Channel Islands': { iso: 'JE', tongue: 'english', houseFirst: true, phone: '+44 1534 960###', towns: [['St Helier', null, 'JE2 #@@']] },
  Germany: {
    iso: 'DE',
    tongue: 'german',
    phone: '+49 30 23125 ###',
    towns: [
      ['Berlin', null, '10###'],
      ['München', null, '80###'],
      ['Köln', null, '50###'],
      ['Hamburg', null, '20###'],
    ],
  },
  Austria: {
    iso: 'AT',
    tongue: 'german',
    phone: '+43 1 555 ####',
    towns: [
      ['Wien', null, '10#0'],
      ['Graz', null, '80#0'],
    ],
  },
  Switzerland: {
    iso: 'CH',
    tongue: 'german',
    phone: '+41 44 555 ## ##',
    towns: [
      ['Zürich', 'ZH', '80##'],
      ['Bern', 'BE', '30##'],
      ['Genève', 'GE', '12##'],
    ],
  },
  France: {
    iso: 'FR',
    tongue: 'french',
    houseFirst: true,
    phone: '+33 1 99 00 ## ##',
    towns: [
      ['Paris', null, '750##'],
      ['Lyon', null, '690##'],
      ['Nîmes', null, '300##'],
    ],
  },
  Belgium: {
    iso: 'BE',
    tongue: 'dutch',
    phone: '+32 2 555 ## ##',
    towns: [
      ['Antwerpen', null, '20##'],
      ['Gent', null, '90##'],
      ['Liège', null, '40##'],
    ],
  },
  Netherlands: {
    iso: 'NL',
    tongue: 'dutch',
    phone: '+31 20 555 ####',
    towns: [
      ['Amsterdam', null, '10## @@'],
      ['Utrecht', null, '35## @@'],
    ],
  },
  Spain: {
    iso: 'ES',
    tongue: 'iberian',
    phone: '+34 91 555 ## ##',
    towns: [
      ['Madrid', 'M', '280##'],
      ['Málaga', 'MA', '290##'],
      ['A Coruña', 'C', '150##'],
    ],
  },
  Portugal: {
    iso: 'PT',
    tongue: 'iberian',
    phone: '+351 21 555 ####',
    towns: [
      ['Lisboa', null, '1###-###'],
      ['Évora', null, '7###-###'],
    ],
  },
  Brazil: { iso: 'BR', tongue: 'iberian', phone: '+55 11 5550-####', towns: [['São Paulo', 'SP', '01###-###']] },
  Italy: {
    iso: 'IT',
    tongue: 'italian',
    phone: '+39 06 5550 ####',
    towns: [
      ['Roma', 'RM', '001##'],
      ['Milano', 'MI', '201##'],
    ],
  },
  Malta: { iso: 'MT', tongue: 'italian', phone: '+356 2155 ####', towns: [['Valletta', null, 'VLT 1###']] },
  Norway: {
    iso: 'NO',
    tongue: 'nordic',
    phone: '+47 22 55 ## ##',
    towns: [
      ['Oslo', null, '01##'],
      ['Tromsø', null, '90##'],
    ],
  },
  Sweden: {
    iso: 'SE',
    tongue: 'nordic',
    phone: '+46 8 555 ### ##',
    towns: [
      ['Malmö', null, '21# ##'],
      ['Stockholm', null, '11# ##'],
    ],
  },
  Denmark: {
    iso: 'DK',
    tongue: 'nordic',
    phone: '+45 55 55 ## ##',
    towns: [
      ['København', null, '1###'],
      ['Århus', null, '80##'],
    ],
  },
  Finland: {
    iso: 'FI',
    tongue: 'nordic',
    phone: '+358 9 555 ####',
    towns: [
      ['Helsinki', null, '00##0'],
      ['Jyväskylä', null, '40##0'],
    ],
  },
  Iceland: { iso: 'IS', tongue: 'nordic', phone: '+354 555 ####', towns: [['Reykjavík', null, '10#']] },
  Poland: {
    iso: 'PL',
    tongue: 'slavic',
    phone: '+48 22 555 ## ##',
    towns: [
      ['Łódź', null, '90-###'],
      ['Warszawa', null, '00-###'],
    ],
  },
  'Czech Republic': { iso: 'CZ', tongue: 'slavic', phone: '+420 255 555 ###', towns: [['Plzeň', null, '3## ##']] },
  Lithuania: { iso: 'LT', tongue: 'slavic', phone: '+370 5 255 ####', towns: [['Vilnius', null, '0####']] },
  Greece: { iso: 'GR', tongue: 'greek', phone: '+30 21 0555 ####', towns: [['Athina', null, '10# ##']] },
  Cyprus: { iso: 'CY', tongue: 'greek', phone: '+357 22 55####', towns: [['Lefkosia', null, '10##']] },
  Israel: { iso: 'IL', tongue: 'levantine', phone: '+972 3 555 ####', towns: [['Tel Aviv', null, '61#####']] },
  Lebanon: { iso: 'LB', tongue: 'levantine', phone: '+961 1 555###', towns: [['Beirut', null, '1107 ####']] },
  'United Arab Emirates': { iso: 'AE', tongue: 'levantine', phone: '+971 4 555 ####', towns: [['Dubai', 'DU', '']] },
  Bahrain: { iso: 'BH', tongue: 'levantine', phone: '+973 1755 ####', towns: [['Manama', null, '3##']] },
  'Saudi Arabia': { iso: 'SA', tongue: 'levantine', phone: '+966 11 555 ####', towns: [['Riyadh', null, '11###']] },
  USA: {
    iso: 'US',
    tongue: 'english',
    houseFirst: true,
    phone: '+1 512 555 01##',
    towns: [
      ['Austin', 'TX', '787##'],
      ['Portland', 'OR', '972##'],
      ['Albany', 'NY', '122##'],
    ],
  },
  Canada: {
    iso: 'CA',
    tongue: 'english',
    houseFirst: true,
    phone: '+1 416 555 01##',
    towns: [
      ['Toronto', 'ON', 'M5@ #@#'],
      ['Montréal', 'QC', 'H2@ #@#'],
    ],
  },
  Australia: {
    iso: 'AU',
    tongue: 'english',
    houseFirst: true,
    phone: '+61 2 5550 ####',
    towns: [
      ['Sydney', 'NSW', '20##'],
      ['Melbourne', 'VIC', '30##'],
    ],
  },
  RSA: { iso: 'ZA', tongue: 'english', houseFirst: true, phone: '+27 11 555 ####', towns: [['Johannesburg', 'GP', '20##']] },
  Japan: {
    iso: 'JP',
    tongue: 'eastAsian',
    houseFirst: true,
    phone: '+81 3 5550 ####',
    towns: [
      ['Chiyoda-ku', 'Tokyo', '100-####'],
      ['Kita-ku', 'Osaka', '530-####'],
    ],
  },
  'Hong Kong': { iso: 'HK', tongue: 'eastAsian', houseFirst: true, phone: '+852 5550 ####', towns: [['Kowloon', null, '']] },
  Singapore: { iso: 'SG', tongue: 'eastAsian', houseFirst: true, phone: '+65 6555 ####', towns: [['Singapore', null, '0#####']] },
};

/** The country's ISO code; the file's own text for an unknown country. */
export function isoOf(country: string): string {
  return places[country]?.iso ?? country;
}
