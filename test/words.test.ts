import { expect, test } from 'vitest';
import { roleLabels } from '../app/people/accounts/people/role-labels.ts';
import { readGraph } from './boundaries/graph.ts';
import { screenTexts } from './screen-texts.ts';

const texts = screenTexts(await readGraph(`${import.meta.dirname}/..`));

/** One word a thing: what is not said, and what is said instead. docs/words.md has the whole vocabulary. */
const vocabulary: [words: RegExp, instead: string][] = [
  [/\bnot answer\b|\banswer(s|ed)\b|^answer the\b/i, 'A system replies; one that does not "cannot be reached". People answer.'],
  [/\b(un)?map(s|ped|ping)? (of )?(a |the |this )?SKUs?\b|\bSKUs? (is |are |was |were )?(not )?(un)?mapped\b/i, 'A SKU is linked.'],
  [/\b(un)?link(s|ed)? (a |the |this )?(shipping )?(codes?|locations?|methods?)\b/i, 'A code is mapped.'],
  [/\bput(s|ting)? (it |this |them )?(away|aside)\b/i, 'An order is archived, a message dismissed.'],
  [
    /\b(park|freeze|frozen)(s|ed|ing)?\b|\bsuspend(s|ed|ing)? (an? |the |this )?(orders?|connections?)\b/i,
    'An order is on hold, or locked; a connection is paused.',
  ],
  [/\b(depots?|fulfil?ment cent(re|er)s?|stockrooms?|3PLs?)\b/i, 'It is a warehouse.'],
  [/\blog(s|ged|ging)? ?(in|out|on)\b|\blog-?ins?\b/i, 'A person signs in and out.'],
  [/\bemails?\b/i, 'It is an e-mail.'],
  [/\bvanish(es|ed)?\b/i, 'The channel no longer has it.'],
  [/\boperators?\b/i, `The role is called ${roleLabels.user}.`],
  [/\b(child|children|sub-?orders?)\b/i, 'An order has parts.'],
  [/\b(no|any) more\b|\bmeanwhile\b/i, 'It can no longer be chosen; it has been changed since.'],
  [/\blets? (it |them )?(go|through)\b|\blets nothing\b/i, 'An order is released; a system refuses requests.'],
];

/** Sentences that nobody would say, by a part of each. */
const forbidden = [
  'Those that the warehouse has are asked for there',
  'It has ended and can no longer be edited',
  'Is not written as it should be',
  'The mails of the demo',
  'hear when they have shipped',
  'arrive here by themselves',
  'need a look',
];

/** What the specification says to the letter. */
const asSpecified = new Set([
  'Ticket is closed. No more messages are allowed',
  'Portal SKU was mapped successfully',
  'Email address must be valid',
]);

const saying = (words: RegExp) =>
  texts.filter(({ text }) => words.test(text) && !asSpecified.has(text)).map(({ path, text }) => `${path}: ${text}`);

test('the texts of the screens are found', () => {
  expect(texts.length).toBeGreaterThan(1_000);
  for (const known of ['Hold this order?', 'The warehouse holds it.', 'No saved views yet', 'Search by SKU, name or UPC', 'Save Changes'])
    expect(texts.map(({ text }) => text)).toContain(known);
});

test.each(vocabulary)('no screen says %s', (words, instead) => {
  expect(saying(words), instead).toEqual([]);
});

test('no screen says what nobody would', () => {
  const escaped = forbidden.map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  expect(saying(new RegExp(escaped.join('|'), 'i'))).toEqual([]);
});
