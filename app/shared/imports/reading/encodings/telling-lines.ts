const mostLines = 3;
const linesLookedAt = 200;
const mostOfLine = 80;
/** What is shown before the first letter in which readings can differ. */
const before = 24;

/** Of each reading of the same lines, the few by which it differs from the others: the same lines of each. */
export function tellingLines(texts: readonly (readonly string[])[]): string[][] {
  const readings = texts.map((lines) => lines.slice(0, linesLookedAt));
  const chosen: number[] = [];
  // By reading: how the lines that are chosen read, so that equal ones are not told apart yet.
  let excerpts = readings.map(() => '');
  while (chosen.length < mostLines) {
    const textsWith = (line: number) => readings.map((lines, at) => `${excerpts[at]}\n${lines[line] ?? ''}`);
    const best = mostDifferent(readings[0]?.length ?? 0, textsWith);
    if (best === null || (chosen.length > 0 && new Set(textsWith(best)).size === new Set(excerpts).size)) break;
    excerpts = textsWith(best);
    chosen.push(best);
  }
  return readings.map((lines) => chosen.map((line) => clipped(lines[line] ?? '')));
}

function mostDifferent(lines: number, textsWith: (line: number) => string[]): number | null {
  let [best, most] = [null as number | null, 0];
  for (let line = 0; line < lines; line++) {
    const texts = textsWith(line);
    const different = new Set(texts).size;
    if (different > most && texts[0] !== '\n') [best, most] = [line, different];
  }
  return best;
}

/** Around the first letter that is not of ASCII. */
function clipped(line: string): string {
  const text = [...line.replaceAll(/\p{Cc}/gu, ' ').trim()];
  const first = text.findIndex((char) => char > '\u007f');
  const from = Math.max(0, first - before);
  const part = text.slice(from, from + mostOfLine).join('');
  return `${from > 0 ? '…' : ''}${part}${text.length > from + mostOfLine ? '…' : ''}`;
}
