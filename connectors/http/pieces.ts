import { inPieces } from '../../platform/pieces.ts';

/** From here, since of what lies below a connector imports this folder alone. */
export { inPieces };

/** What is asked for in lists that commas divide, so many in one. What has a comma itself would be two there: it is asked for alone. */
export function commaLists(values: readonly string[], most: number): string[][] {
  const [alone, listed] = [values.filter((value) => value.includes(',')), values.filter((value) => !value.includes(','))];
  return [...inPieces(listed, most), ...inPieces(alone, 1)];
}
