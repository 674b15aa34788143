import type { Part } from './differences.ts';

/** A text with its parts marked that the other text lacks. */
export const Marked = ({ parts }: { parts: Part[] }) =>
  parts.map(({ text, differs, at }) => (differs ? <mark key={at}>{text}</mark> : text));
