import { expect, test } from 'vitest';
import { mailLink } from './mail-link.ts';

test.each([
  ['ann@example.com', 'mailto:ann@example.com'],
  ['ann+x@example.com', 'mailto:ann%2Bx@example.com'],
  ['a@b.c?bcc=evil@example.com&body=x', 'mailto:a@b.c%3Fbcc%3Devil%40example.com%26body%3Dx'],
  ['a@b.c,evil@example.com', 'mailto:a@b.c%2Cevil%40example.com'],
  ['\ud800', 'mailto:%EF%BF%BD'],
])('%j is written to by %s', (address, link) => expect(mailLink(address)).toBe(link));
