import type { Headers } from './headers.ts';

/** Takes secrets out of what is about to be logged, by their value wherever they appear, and by the names they usually have. */
export type Redactor = {
  text: (text: string) => string;
  headers: (headers: Headers) => Headers;
  url: (url: URL) => string;
  /** From now on these values are secret too: tokens and signatures that came after the session was opened. */
  hide: (secrets: string[]) => void;
};

/** `secrets`: the connection's own secret values, as they are sent. */
export function redactor(secrets: string[]): Redactor {
  let values: string[] = [];
  const hide = (more: string[]) => {
    const long = more.filter((each) => each.length >= shortest && !values.includes(each)).flatMap(spellings);
    if (long.length > 0) values = [...new Set([...values, ...long])].sort((a, b) => b.length - a.length);
  };
  hide(secrets);
  const byValue = (text: string) => values.reduce((rest, value) => rest.replaceAll(value, gone), text);
  return {
    hide,
    text: (text) => {
      const longest = values[0]?.length ?? 0;
      // Cut after redacting, and redact a little past the cut, so that no half of a secret is left at the edge.
      const clean = byValue(text.slice(0, mostKept + longest))
        .replace(secretField, `$1${gone}`)
        .replace(secretPair, `$1=${gone}`);
      return text.length > mostKept ? `${clean.slice(0, mostKept)}… (${text.length} characters in all)` : clean;
    },
    headers: (headers) =>
      Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, secretHeader.test(name) ? gone : byValue(value)])),
    url: (url) => {
      const address = new URL(url);
      for (const name of [...address.searchParams.keys()]) if (secretParameter.test(name)) address.searchParams.set(name, gone);
      return byValue(address.href);
    },
  };
}

const gone = '[redacted]';
const mostKept = 64 * 1024;
// Shorter values would redact half the text; no real key is that short.
const shortest = 4;
const secretHeader = /authorization|cookie|token|secret|signature|api-?key/i;
const secretParameter = /^(key|sig)$|(secret|token|api[_-]?key|password|signature|credential|assertion)$/i;
// Whoever we call writes this text, so these must be linear: each begins at a word and never reads what another attempt has read.
/** From the end of a field's name. A value that was cut off goes too. */
const secretField = /((?:password|secret|(?:access|refresh|id)_?token|assertion|api_?key|signature)"\s*:\s*")(?:[^"\\]|\\.)*/gis;
/** In a form body. */
const secretPair = /(password|secret|token|assertion|api_?key|signature)=[^&\s"<]+/gi;

const spellings = (secret: string) => [secret, encodeURIComponent(secret), JSON.stringify(secret).slice(1, -1)];
