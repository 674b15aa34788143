import sanitize from 'sanitize-html';
import { safeLink } from './safe-link.ts';

/** What the editor makes, and nothing else. Pictures are files of the message, so that no message loads anything from elsewhere. */
const allowed: sanitize.IOptions = {
  allowedTags: ['p', 'br', 'strong', 'em', 'ul', 'ol', 'li', 'a'],
  allowedAttributes: { a: ['href', 'rel', 'target'] },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  // What browsers read otherwise than this parser is thrown away with its content.
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'template',
    'xmp',
    'noembed',
    'noframes',
    'plaintext',
    'iframe',
    'svg',
    'math',
  ],
  nestingLimit: 30,
  transformTags: {
    b: 'strong',
    i: 'em',
    div: 'p',
    a: (_, { href = '' }): sanitize.Tag => {
      const address = safeLink(href);
      // Without an address only its text is left.
      return address === null
        ? { tagName: 'span', attribs: {} }
        : { tagName: 'a', attribs: { href: address, rel: 'noopener noreferrer nofollow ugc', target: '_blank' } };
    },
  },
};

/** What of a message's HTML may be stored and shown: text, paragraphs, bold, italic, lists, and links that lead nowhere dangerous. */
export const cleanHtml = (html: string): string => sanitize(html, allowed).trim();

/** A message as plain text: for mails, and to tell whether there is anything in it. */
export function textOf(html: string): string {
  const lines = html
    .split('</a>')
    .map(withAddress)
    .join('</a>')
    .replace(/<li>(?:\s*<p>)?/g, '\n- ')
    .replace(/<br\s*\/?>|<\/(?:p|ul|ol|li)>/g, '\n');
  return unescaped(sanitize(lines, { allowedTags: [], allowedAttributes: {} }))
    .replaceAll('\u00a0', ' ')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim();
}

/** Of a text that ends with a link: the address behind what the link says. */
function withAddress(html: string, index: number, parts: readonly string[]): string {
  const start = html.indexOf('<a ');
  const end = html.indexOf('>', start);
  if (index === parts.length - 1 || start < 0 || end < 0) return html;
  const [, address] = /href="([^"]*)"/.exec(html.slice(start, end)) ?? [];
  const text = html.slice(end + 1);
  return address === undefined || address.endsWith(text) ? html : `${html} (${address})`;
}

const unescaped = (text: string) =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&#39;', "'").replaceAll('&amp;', '&');

/** Whether a message says nothing: `<p></p>`, spaces, line breaks, characters that have no shape. */
export const isBlank = (html: string): boolean => textOf(html).replaceAll(/[\s\p{Cf}]/gu, '') === '';
