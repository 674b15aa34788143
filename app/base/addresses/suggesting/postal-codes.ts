import { britishElsewhere, outsideBritain } from '../united-kingdom.ts';

/**
 * How postal codes are written: a 9 is a digit. Source: Universal Postal Union, addressing formats. Those of Canada, Great Britain, the
 * islands beside it and the Netherlands have letters, too; the United States have two lengths.
 */
const templates: Readonly<Record<string, string>> = {
  ...allOf('DE FR IT ES FI EE HR TR MX UA KR TH MY ID', '99999'),
  ...allOf('AT BE CH DK NO AU NZ HU LU BG SI CY ZA PH', '9999'),
  ...allOf('RO SG CN RU CO IN VN', '999999'),
  ...allOf('SE CZ SK GR', '999 99'),
  ...{ PL: '99-999', PT: '9999-999', BR: '99999-999', JP: '999-9999' },
};

/** What is written before the code in letters from abroad, besides the country's code. Source: the signs of vehicles. */
const signs: Readonly<Record<string, string>> = {
  DE: 'D',
  AT: 'A',
  FR: 'F',
  IT: 'I',
  ES: 'E',
  BE: 'B',
  SE: 'S',
  NO: 'N',
  FI: 'FIN',
  PT: 'P',
};

const asBritish = (code: string) => (/^[A-Z]{1,2}\d[A-Z\d]?\d[A-Z]{2}$/.test(code) ? `${code.slice(0, -3)} ${code.slice(-3)}` : null);

/** Whether it is written as those of Great Britain, Jersey, Guernsey, the Isle of Man and Gibraltar are. */
export const isBritish = (text: string): boolean => asBritish(text.slice(0, 40).toUpperCase().replace(/[\s-]/g, '')) !== null;

const lettered: Readonly<Record<string, (code: string) => string | null>> = {
  US: (code) => (/^\d{5}$/.test(code) ? code : /^\d{9}$/.test(code) ? `${code.slice(0, 5)}-${code.slice(5)}` : null),
  CA: (code) =>
    /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/.test(code) ? `${code.slice(0, 3)} ${code.slice(3)}` : null,
  GB: (code) => (outsideBritain(code) ? null : asBritish(code)),
  ...Object.fromEntries(
    Object.keys(britishElsewhere).map((country) => [
      country,
      (code: string) => (outsideBritain(code) === country ? asBritish(code) : null),
    ]),
  ),
  NL: (code) => (/^[1-9]\d{3}[A-Z]{2}$/.test(code) ? `${code.slice(0, 4)} ${code.slice(4)}` : null),
};

/** Countries where it stands before the city, on the same line, and no street begins with so many digits. */
const beforeCity = 'DE AT CH FR IT ES BE DK NO SE FI PL PT CZ SK HU GR HR SI EE'.split(' ');
/** Countries where it stands after the city and cannot be taken for anything else. */
const afterCity = ['GB', 'CA', 'NL'];

/** A postal code as its country writes it; null where it is none, undefined where the country's are not known here. */
export function writePostalCode(country: string, text: string): string | null | undefined {
  const template = templates[country];
  const write = lettered[country];
  if (!template && !write) return undefined;
  const code = withoutSign(country, text.slice(0, 40).trim().toUpperCase()).replace(/[\s-]/g, '');
  if (write) return write(code);
  const digits = template?.match(/9/g)?.length;
  if (!/^\d+$/.test(code) || code.length !== digits) return null;
  let at = 0;
  return template?.replace(/9/g, () => code[at++] ?? '') ?? null;
}

function withoutSign(country: string, text: string): string {
  const sign = [`${country}-`, ...(signs[country] ? [`${signs[country]}-`] : [])].find((each) => text.startsWith(each));
  return sign ? text.slice(sign.length) : text;
}

/** A postal code and the city that stand in one field; null where it is not certain which is which. */
export function splitCity(country: string, text: string): { postalCode: string; city: string } | null {
  const words = text
    .slice(0, 200)
    .split(/[\s,]+/)
    .filter(Boolean);
  for (const count of [2, 1]) {
    const first = beforeCity.includes(country) ? codeIn(country, words.slice(0, count)) : null;
    const last = afterCity.includes(country) ? codeIn(country, words.slice(-count)) : null;
    const city = (first ? words.slice(count) : words.slice(0, -count)).join(' ');
    const postalCode = first ?? last;
    if (postalCode && /\p{L}/u.test(city) && !/\d/.test(city)) return { postalCode, city };
  }
  return null;
}

/** Two words are one code only where it is written as two. */
function codeIn(country: string, words: readonly string[]): string | null {
  const code = writePostalCode(country, words.join(' '));
  return code && (words.length === 1 || code.includes(' ')) ? code : null;
}

function allOf(countries: string, template: string): Record<string, string> {
  return Object.fromEntries(countries.split(' ').map((country) => [country, template]));
}
