import { folded } from './folded.ts';

/** A state's code, its name, and how else it is abbreviated, between commas. */
const listed: Readonly<Record<string, string>> = {
  /** Sources: United States Postal Service, publication 28, appendix B; the Associated Press's abbreviations. */
  US:
    'AL,Alabama,Ala AK,Alaska AZ,Arizona,Ariz AR,Arkansas,Ark CA,California,Calif CO,Colorado,Colo CT,Connecticut,Conn DE,Delaware,Del ' +
    'DC,District_of_Columbia,Washington_DC FL,Florida,Fla GA,Georgia HI,Hawaii ID,Idaho IL,Illinois,Ill IN,Indiana,Ind IA,Iowa KS,Kansas,Kan ' +
    'KY,Kentucky LA,Louisiana ME,Maine MD,Maryland MA,Massachusetts,Mass MI,Michigan,Mich MN,Minnesota,Minn MS,Mississippi,Miss MO,Missouri ' +
    'MT,Montana,Mont NE,Nebraska,Neb NV,Nevada,Nev NH,New_Hampshire NJ,New_Jersey NM,New_Mexico NY,New_York NC,North_Carolina ' +
    'ND,North_Dakota OH,Ohio OK,Oklahoma,Okla OR,Oregon,Ore PA,Pennsylvania,Penn RI,Rhode_Island SC,South_Carolina SD,South_Dakota ' +
    'TN,Tennessee,Tenn TX,Texas,Tex UT,Utah VT,Vermont VA,Virginia WA,Washington,Wash WV,West_Virginia WI,Wisconsin,Wis WY,Wyoming,Wyo ' +
    'PR,Puerto_Rico GU,Guam VI,US_Virgin_Islands AS,American_Samoa MP,Northern_Mariana_Islands AA AE AP',
  /** Source: Canada Post, addressing guidelines. */
  CA:
    'AB,Alberta,Alta BC,British_Columbia,Colombie_Britannique MB,Manitoba NB,New_Brunswick,Nouveau_Brunswick ' +
    'NL,Newfoundland_and_Labrador,Newfoundland NS,Nova_Scotia,Nouvelle_Écosse NT,Northwest_Territories NU,Nunavut ON,Ontario,Ont ' +
    'PE,Prince_Edward_Island,PEI QC,Québec,Que SK,Saskatchewan,Sask YT,Yukon,Yukon_Territory',
  /** Source: Australia Post, addressing guidelines. */
  AU:
    'ACT,Australian_Capital_Territory NSW,New_South_Wales NT,Northern_Territory QLD,Queensland SA,South_Australia TAS,Tasmania ' +
    'VIC,Victoria WA,Western_Australia',
};

const byCountry = new Map(Object.entries(listed).map(([country, states]) => [country, namesIn(states)]));

function namesIn(states: string): Map<string, string> {
  const rows = states.split(' ').map((state) => state.split(','));
  return new Map(rows.flatMap(([code = '', ...names]) => [code, ...names].map((name) => [folded(name), code] as const)));
}

/**
 * The code of a state as it is written, by its code or name; null where it is none of this country. `Washington` may be the capital, too:
 * it is the state where neither the city nor the postal code says otherwise.
 */
export function codeOfState(country: string, text: string, { city, postalCode }: { city: string; postalCode: string }): string | null {
  const names = byCountry.get(country);
  const word = folded(text);
  if (['washington', 'wash'].includes(word) && (folded(city).startsWith('washington') || !isOfWashington(postalCode))) return null;
  const bare = text.trim().toUpperCase().startsWith(`${country}-`) ? word.slice(country.length) : word;
  return names?.get(word) ?? names?.get(bare) ?? null;
}

/** Source: United States Postal Service, ZIP codes by state. */
function isOfWashington(postalCode: string): boolean {
  const area = postalCode.slice(0, 3);
  return area >= '980' && area <= '994';
}

/** Whether addresses in this country need a state. */
export const hasStates = (country: string): boolean => byCountry.has(country);
