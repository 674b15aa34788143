/** A date's or time's wall clock, as the milliseconds that the same digits would be in UTC. */
export type Wall = number;

const parts = /YYYY|MM|DD|HH24|MI|SS|"[^"]*"|[^A-Za-z"]/y;

/** The pieces of one of Oracle's masks. @throws on what this stand-in does not know, rather than to guess. */
function piecesOf(mask: string): string[] {
  const pieces: string[] = [];
  parts.lastIndex = 0;
  while (parts.lastIndex < mask.length) {
    const found = parts.exec(mask);
    if (!found) throw new Error(`Invalid or unsupported date format mask: ${mask}`);
    pieces.push(found[0]);
  }
  return pieces;
}

const digits: Record<string, number> = { YYYY: 4, MM: 2, DD: 2, HH24: 2, MI: 2, SS: 2 };

export function writeWall(wall: Wall, mask: string): string {
  const date = new Date(wall);
  const fields: Record<string, number> = {
    YYYY: date.getUTCFullYear(),
    MM: date.getUTCMonth() + 1,
    DD: date.getUTCDate(),
    HH24: date.getUTCHours(),
    MI: date.getUTCMinutes(),
    SS: date.getUTCSeconds(),
  };
  const write = (piece: string) => String(fields[piece] ?? piece.replaceAll('"', '')).padStart(digits[piece] ?? 0, '0');
  return piecesOf(mask).map(write).join('');
}

/** @throws when the text does not fit its mask, as Oracle does. */
export function readWall(text: string, mask: string): Wall {
  const found: Record<string, number> = { YYYY: 1970, MM: 1, DD: 1, HH24: 0, MI: 0, SS: 0 };
  let at = 0;
  for (const piece of piecesOf(mask)) {
    const size = digits[piece] ?? piece.replaceAll('"', '').length;
    const here = text.slice(at, at + size);
    if (piece in digits ? !new RegExp(`^\\d{${size}}$`).test(here) : here !== piece.replaceAll('"', ''))
      throw new Error(`The value ${text} does not fit the format mask ${mask}`);
    if (piece in digits) found[piece] = Number(here);
    at += size;
  }
  if (at !== text.length) throw new Error(`The value ${text} does not fit the format mask ${mask}`);
  const { YYYY = 0, MM = 1, DD, HH24, MI, SS } = found;
  return Date.UTC(YYYY, MM - 1, DD, HH24, MI, SS);
}
