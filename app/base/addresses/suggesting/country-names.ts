import { countryCodes, isCountry } from '../countries.ts';
import { folded } from './folded.ts';

/** In the order of `countryCodes`. Source: ISO 3166-1 alpha-3; Kosovo as the European Union writes it. */
const alpha3 = (
  'AND ARE AFG ATG AIA ALB ARM AGO ATA ARG ASM AUT AUS ABW ALA AZE BIH BRB BGD BEL BFA BGR BHR BDI BEN BLM BMU BRN BOL BES BRA BHS BTN BVT ' +
  'BWA BLR BLZ CAN CCK COD CAF COG CHE CIV COK CHL CMR CHN COL CRI CUB CPV CUW CXR CYP CZE DEU DJI DNK DMA DOM DZA ECU EST EGY ESH ERI ESP ' +
  'ETH FIN FJI FLK FSM FRO FRA GAB GBR GRD GEO GUF GGY GHA GIB GRL GMB GIN GLP GNQ GRC SGS GTM GUM GNB GUY HKG HMD HND HRV HTI HUN IDN IRL ' +
  'ISR IMN IND IOT IRQ IRN ISL ITA JEY JAM JOR JPN KEN KGZ KHM KIR COM KNA PRK KOR KWT CYM KAZ LAO LBN LCA LIE LKA LBR LSO LTU LUX LVA LBY ' +
  'MAR MCO MDA MNE MAF MDG MHL MKD MLI MMR MNG MAC MNP MTQ MRT MSR MLT MUS MDV MWI MEX MYS MOZ NAM NCL NER NFK NGA NIC NLD NOR NPL NRU NIU ' +
  'NZL OMN PAN PER PYF PNG PHL PAK POL SPM PCN PRI PSE PRT PLW PRY QAT REU ROU SRB RUS RWA SAU SLB SYC SDN SWE SGP SHN SVN SJM SVK SLE SMR ' +
  'SEN SOM SUR SSD STP SLV SXM SYR SWZ TCA TCD ATF TGO THA TJK TKL TLS TKM TUN TON TUR TTO TUV TWN TZA UKR UGA UMI USA URY UZB VAT VCT VEN ' +
  'VGB VIR VNM VUT WLF WSM XKX YEM MYT ZAF ZMB ZWE'
).split(' ');

/** Of these the names are read, as the Unicode CLDR has them. */
const languages = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'sv', 'da', 'nb', 'fi', 'cs', 'hu', 'ro', 'tr'];

/** What people write besides, which means no other place. */
const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  US: ['United States of America', 'USA', 'U.S.'],
  GB: ['UK', 'Great Britain', 'England', 'Scotland', 'Wales', 'Northern Ireland'],
  NL: ['The Netherlands', 'Holland'],
  IE: ['Republic of Ireland', 'Eire'],
  CZ: ['Czech Republic'],
  AE: ['UAE'],
  KR: ['Republic of Korea'],
  RU: ['Russian Federation'],
  TR: ['Turkey'],
  CI: ['Ivory Coast'],
};

/** Names that people write for more than one place, in any of the languages: a state, a part of an island, a larger neighbour. */
const doubtful = ['Georgia', 'Géorgie', 'Jersey', 'Guinea', 'Guinée', 'Dominica', 'Dominique', 'Samoa', 'St. Martin', 'Saint-Martin'];

/** Codes by what a country is called; null for what several are called. */
const byName = buildNames();

/**
 * The code of the only country that is called so: a code, a name, or a common other one. A code is written without dots: `N.I.` is none of
 * Nicaragua.
 */
export function codeOfCountry(text: string): string | null {
  const code = text.trim().toUpperCase();
  return isCountry(code) ? code : (byName.get(folded(text)) ?? null);
}

function buildNames(): Map<string, string | null> {
  const names = new Map<string, string | null>();
  const add = (name: string, code: string) => names.set(folded(name), (names.get(folded(name)) ?? code) === code ? code : null);
  for (const language of languages) {
    const inLanguage = new Intl.DisplayNames(language, { type: 'region', fallback: 'none' });
    for (const code of countryCodes) add(inLanguage.of(code) ?? code, code);
  }
  for (const [at, code] of countryCodes.entries()) add(alpha3[at] ?? code, code);
  for (const [code, others] of Object.entries(alsoCalled)) for (const name of others) add(name, code);
  for (const name of doubtful) names.set(folded(name), null);
  return names;
}
