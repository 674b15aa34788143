/** The same in their order, so many in a piece; the last has the rest. Nothing makes no piece. */
export const inPieces = <T>(all: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) => all.slice(at * size, (at + 1) * size));
