/**
 * A text as it is compared with what somebody types: small letters without accents, `Müller` as `muller`, `Straße` as `strasse`, full-width
 * forms as plain ones, each Turkish i as i; curved quotes and long dashes as those of a keyboard. The same as `folded` of the database,
 * and as little as it does it depend on a locale.
 */
export function fold(text: string): string {
  if (!beyondAscii.test(text)) return text.toLowerCase();
  return text
    .normalize('NFKD')
    .replace(unseen, '')
    .toLowerCase()
    .replace(others, (letter) => plain[letter] ?? letter);
}

const beyondAscii = /[\0\u0080-\uFFFF]/;

/** Marks over, under and within letters; what has no width; what the database cannot store. */
const unseen =
  // biome-ignore lint/suspicious/noMisleadingCharacterClass: each of these is meant for itself.
  /[\0\p{Cs}\u00AD\u200B-\u200F\u202A-\u202E\u2060-\u2064\uFEFF]|[\u0300-\u036F\u0483-\u0489\u0591-\u05BD\u05BF\u05C1\u05C2\u05C4\u05C5\u05C7\u0610-\u061A\u064B-\u065F\u0670\u06D6-\u06DC\u06DF-\u06E4\u06E7\u06E8\u06EA-\u06ED\u1AB0-\u1ACE\u1DC0-\u1DFF\u20D0-\u20F0\uFE00-\uFE0F\uFE20-\uFE2F]/gu;

/** What is no letter with a mark, for Unicode, but is typed as one. */
const plain: Record<string, string> = {
  ...{ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' },
  ...{ ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ı: 'i', ŧ: 't', ς: 'σ' },
  ...{ '‘': "'", '’': "'", ʼ: "'", '‐': '-', '‒': '-', '–': '-', '—': '-', '−': '-' },
};
const others = /[ßæœþøłđðħıŧς‘’ʼ‐‒–—−]/g;
