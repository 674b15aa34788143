import type { WideEncoding } from './list.ts';

/** UTF-16 or UTF-32 by its mark, or because of the zeros in the first letters. */
export function wideEncoding(head: Buffer): WideEncoding | null {
  const marked = marks.find(({ bytes }) => bytes.every((byte, at) => head[at] === byte));
  if (marked) return marked.encoding;
  const start = head.subarray(0, 16);
  if (start.length < 4) return null;
  const zeros = (of: number, place: number) => start.filter((byte, at) => at % of === place && byte === 0).length;
  const quarter = Math.floor(start.length / 4);
  if (start.length % 4 === 0 && zeros(4, 0) === 0 && zeros(4, 2) === quarter && zeros(4, 3) === quarter) return 'utf-32le';
  if (start.length % 4 === 0 && zeros(4, 3) === 0 && zeros(4, 0) === quarter && zeros(4, 1) === quarter) return 'utf-32be';
  if (zeros(2, 1) * 4 >= start.length && zeros(2, 0) === 0) return 'utf-16le';
  if (zeros(2, 0) * 4 >= start.length && zeros(2, 1) === 0) return 'utf-16be';
  return null;
}

/** Those of UTF-32 first: that of UTF-16 is the beginning of one. */
const marks: readonly { encoding: WideEncoding; bytes: readonly number[] }[] = [
  { encoding: 'utf-32le', bytes: [0xff, 0xfe, 0, 0] },
  { encoding: 'utf-32be', bytes: [0, 0, 0xfe, 0xff] },
  { encoding: 'utf-16le', bytes: [0xff, 0xfe] },
  { encoding: 'utf-16be', bytes: [0xfe, 0xff] },
];
