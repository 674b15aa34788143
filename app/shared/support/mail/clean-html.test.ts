import { describe, expect, test } from 'vitest';
import { hostileHtml } from '../../../../test/hostile-html.ts';
import { cleanHtml, isBlank, textOf } from './clean-html.ts';
import { safeLink } from './safe-link.ts';

const link = (address: string, text: string) => `<a href="${address}" rel="noopener noreferrer nofollow ugc" target="_blank">${text}</a>`;

test.each([
  ['what the editor makes stays', '<p>A <strong>bold</strong> <em>word</em></p><ul><li><p>one</p></li></ul>', null],
  ['bold and italic by their older names', '<p><b>a</b><i>b</i></p>', '<p><strong>a</strong><em>b</em></p>'],
  [
    'a link opens elsewhere, and learns nothing of us',
    '<p><a href="https://example.com/a?b=1">x</a></p>',
    `<p>${link('https://example.com/a?b=1', 'x')}</p>`,
  ],
  ['a link by mail', '<a href="mailto:ann@example.com">x</a>', link('mailto:ann@example.com', 'x')],
  [
    'a link that opens here is made to open elsewhere',
    '<a href="https://a.example" target="_top" rel="opener">x</a>',
    link('https://a.example/', 'x'),
  ],
  ['a link that leads nowhere is its text', '<p><a href="/orders">x</a></p>', '<p>x</p>'],
  ['a picture from elsewhere', '<p>a<img src="https://example.com/a.png">b</p>', '<p>ab</p>'],
  ['styles and classes', '<p style="position:fixed" class="x" id="main">a</p>', '<p>a</p>'],
  ['a form', '<form action="https://example.com"><input name="password">a</form>', 'a'],
])('%s', (_, html, clean) => expect(cleanHtml(html)).toBe(clean ?? html));

describe('a known attack leaves no more than text', () => {
  test.each(hostileHtml)('%s', (html) => {
    const clean = cleanHtml(html);
    const tags = [...clean.matchAll(/<\/?([a-z0-9]+)([^>]*)>/gi)];
    const left = tags.filter(
      ([, name = '', rest = '']) => !/^(p|br|strong|em|ul|ol|li)$/.test(name) || rest.trim().replace('/', '').trim() !== '',
    );
    const links = left.filter(([tag]) =>
      /^<a href="(https?:|mailto:)[^"<>]*" rel="noopener noreferrer nofollow ugc" target="_blank">$|^<\/a>$/.test(tag ?? ''),
    );
    expect(left).toEqual(links);
    // What is clean stays as it is: it is cleaned again each time that it is edited.
    expect(cleanHtml(clean)).toBe(clean);
  });
});

test.each([
  ['', true],
  ['<p></p>', true],
  ['<p> &nbsp;<br></p><p></p>', true],
  ['<p>\u200b\u2060</p>', true],
  ['<ul><li><p></p></li></ul>', false],
  ['<p>0</p>', false],
])('whether %j says nothing: %s', (html, blank) => expect(isBlank(cleanHtml(html))).toBe(blank));

test('a message as text keeps its lines, lists and addresses', () => {
  const html = cleanHtml(
    '<p>Hello &amp; &lt;you&gt;,<br>see <a href="https://example.com/">here</a></p><ul><li><p>one</p></li><li><p>two</p></li></ul>',
  );
  expect(textOf(html)).toBe('Hello & <you>,\nsee here (https://example.com/)\n\n- one\n\n- two');
});

test.each([
  ['https://example.com', 'https://example.com/'],
  [' http://example.com/a b ', null],
  ['mailto:ann@example.com', 'mailto:ann@example.com'],
  ['example.com', null],
  ['//example.com', null],
  ['javascript:alert(1)', null],
  ['JaVaScRiPt:alert(1)', null],
  ['java\tscript:alert(1)', null],
  ['\u0001javascript:alert(1)', null],
  ['data:text/html,<script>alert(1)</script>', null],
  ['vbscript:msgbox(1)', null],
  ['file:///etc/passwd', null],
  ['https://user:password@example.com', null],
  ['', null],
])('the address %j is stored as %j', (address, stored) => expect(safeLink(address)).toBe(stored));
