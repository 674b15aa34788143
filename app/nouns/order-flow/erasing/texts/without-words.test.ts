import { expect, test } from 'vitest';
import { threadTimeOf } from '../../../../../test/thread-time.ts';
import { jsonWithout, withoutWords } from './without-words.ts';

const buyer = ['Zoë "Zo" Zabel', 'zoe@zabel.example', '555-0199', 'Rose Berg', '7 Lindwurm Lane & Co'];

test.each([
  ['in another case', 'Call ZOË "ZO" ZABEL', 'Call erased'],
  ['at the beginning and the end', 'Rose Berg and ROSE BERG', 'erased and erased'],
  ['in an address', '?email=zoe%40zabel.example&at=7+Lindwurm+Lane+%26+Co', '?email=erased&at=erased'],
  ['in HTML', '<p>7 Lindwurm Lane &amp; Co, Zoë &quot;Zo&quot; Zabel</p>', '<p>erased, erased</p>'],
  ['in CSV', '"Zoë ""Zo"" Zabel",1', '"erased",1'],
  ['in JSON inside a text', '{"name":"Zo\\u00eb \\"Zo\\" Zabel"}', '{"name":"erased"}'],
  ['in JSON inside JSON', JSON.stringify(JSON.stringify({ name: buyer[0] })), JSON.stringify(JSON.stringify({ name: 'erased' }))],
  ['a number as a whole', '1555-01990 and 555-0199.', '1555-01990 and erased.'],
  ['where it stands alone', 'Rose Berger, Rose Berg, Primrose Berg', 'Rose Berger, erased, Primrose Berg'],
  ['as the whole of an address', 'a.zoe@zabel.example zoe@zabel.example.', 'a.zoe@zabel.example erased.'],
  ['behind a line break in JSON', '{"note":"For\\nRose Berg\\nand\\u00a0Rose Berg"}', '{"note":"For\\nerased\\nand\\u00a0erased"}'],
  ['behind a space in an address', '?q=For%20Rose%20Berg', '?q=For%20erased'],
  ['beside a letter that is longer in lower case', 'İ Zoë "Zo" Zabel', 'İ erased'],
])('a word is found %s', (_, text, left) => {
  expect(withoutWords(buyer)(text)).toBe(left);
});

test('names are found in every script', () => {
  const text = 'Call 山田太郎 of 千代田区1-2-3 or محمد علي.';
  expect(withoutWords(['山田太郎', '千代田区1-2-3', 'محمد علي'])(text)).toBe('Call erased of erased or erased.');
});

test.each([
  ['a number of an SKU or a date', ['1204', '2026', '1204567'], 'MUG-1204, X-1204567-A, 1204, 2026-11-20'],
  ['a single word', ['Office', 'Parker', 'Market'], 'Office chair, Parker, Parkersburg, Market'],
  ['a door or a box', ['Box 12', 'Apt 4'], 'Take it from Box 12 beside Apt 4.'],
  ['a number with others before it', ['12 Elm Street'], '5-12 Elm Street and 112 Elm Street'],
])('%s stays, whoever is called so', (_, words, text) => {
  expect(withoutWords(words)(text)).toBe(text);
});

test('a text without the words stays as it is, and words that are too short are not looked for', () => {
  for (const text of ['', 'abc', 'An order of Ann', 'erased']) expect(withoutWords(['Ann', 'Erased', '', '  '])(text)).toBe(text);
});

test('what a column of JSON is read by stays, whatever a buyer is called', () => {
  const json =
    '{"code": "it was shipped", "name": "It was shipped", "number": 5550199, "the names": ["x \\" y"], "of": {"it was shipped": 1}}';
  expect(jsonWithout(json, withoutWords(['It was shipped', '5550199', 'the names', '": "']))).toBe(
    '{"code": "it was shipped", "name": "erased", "number": 5550199, "the names": ["x \\" y"], "of": {"it was shipped": 1}}',
  );
});

test('thousands of words in megabytes of text are found at the pace of one', async () => {
  const words = Array.from({ length: 5_000 }, (_, n) => `Buyer number ${n} of Lindwurm Lane`);
  const text = 'A comment about nobody. '.repeat(50_000);
  const { ms, result } = await threadTimeOf(async () => withoutWords(words)(text));
  expect(result).toBe(text);
  expect(ms).toBeLessThan(5_000);
});
