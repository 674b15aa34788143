import { expect } from 'vitest';

const time = String.raw`on \w{3} \d+, \d{4} \d+:\d\d [ap]m`;

/** Matches a sentence that says when somebody did something, where this one has `on …`. */
export const withTime = (sentence: string) =>
  expect.stringMatching(new RegExp(`^${sentence.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll('on …', time)}$`));
