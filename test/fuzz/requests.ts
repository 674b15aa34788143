import fc from 'fast-check';
import { hostile, hostileJson } from '../hostile.ts';
import type { Target } from './targets.ts';

/** A request as it goes over the wire. */
export type HostileRequest = { who: number; method: string; path: string; headers: Record<string, string>; body: Buffer | null };

/** Requests to this address by one of `people`: what it declares with hostile values, hostile headers, and bodies of any kind. */
export function requestsTo(target: Target, people: number): fc.Arbitrary<HostileRequest> {
  const parts = fc.record({
    who: fc.nat(people - 1),
    method: fc.oneof({ weight: 12, arbitrary: fc.constant(target.method) }, { weight: 1, arbitrary: otherMethod }),
    path: pathOf(target),
    query: queryOf(target),
    headers: hostileHeaders,
    body: bodyOf(target),
  });
  return parts.map(({ who, method, path, query, headers, body }) => {
    const sends = method !== 'GET' && method !== 'HEAD' && body;
    return {
      ...{ who, method, path: path + query, body: sends ? body.bytes : null },
      headers: { ...(sends && { 'content-type': body.type }), ...headers },
    };
  });
}

const otherMethod = fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE');

/** What a request line can carry: the rest would be refused by our own client. */
const inLine = (text: string) => text.replace(/[^\x21-\x7e]/g, (each) => encodeURIComponent(each.toWellFormed()));
const encoded = hostile.map((text) => encodeURIComponent(text.toWellFormed()) || '0');
/** Ids that exist get further. */
const idLike = fc.oneof(
  fc.constantFrom('1', '2', '3'),
  encoded,
  hostile.map(inLine),
  fc.constantFrom(...'% %E0%A4%A %00 .. . %2e%2e %2F ; *'.split(' ')),
);

function pathOf({ path }: Target): fc.Arbitrary<string> {
  const parts = fc.array(idLike, { minLength: 3, maxLength: 3 });
  const plain = parts.map((values) => {
    let next = 0;
    return path.replace(/:\w+/g, () => values[next++ % 3]?.replace(/[?#]/g, '') || '0');
  });
  const spoilt = fc
    .tuple(plain, fc.constantFrom('/', '//', '/%', '/..', '/.data', '.data', '%', '%00', ';x=1', '/%2e%2e/', '#', '\\'))
    .map(([text, end]) => text + end);
  return fc.oneof({ weight: 9, arbitrary: plain }, { weight: 1, arbitrary: spoilt });
}

function queryOf({ query }: Target): fc.Arbitrary<string> {
  const name =
    query.length > 0 ? fc.oneof(fc.constantFrom(...query), fc.constantFrom('__proto__', 'q', 'a[]')) : fc.constantFrom('q', '__proto__');
  const pairs = fc
    .array(fc.tuple(name, fc.oneof(hostile, fc.constantFrom('1', '50', 'name', 'asc', 'error'))), { maxLength: 6 })
    .map((each) => (each.length > 0 ? `?${new URLSearchParams(each)}` : ''));
  const raw = fc.oneof(
    fc.constantFrom('?', '?%', '?&&&=', '?a=%E0%A4', '?a[b]=1&a=2', `?${'a=1&'.repeat(1_000)}`),
    hostile.map((text) => `?${inLine(text)}`),
  );
  return fc.oneof({ weight: 8, arbitrary: pairs }, { weight: 1, arbitrary: raw });
}

type Body = { type: string; bytes: Buffer };

function bodyOf({ body, form }: Target): fc.Arbitrary<Body> {
  const declared = fc.record(Object.fromEntries(body.map((field) => [field, hostileJson])), { requiredKeys: [] });
  const json = fc.oneof({ weight: 3, arbitrary: declared }, { weight: 1, arbitrary: hostileJson });
  const asJson = json.map((value) => ({ type: 'application/json', bytes: Buffer.from(JSON.stringify(value)) }));
  const damaged = fc
    .tuple(json, fc.nat(40), fc.constantFrom('application/json', 'application/json; charset=utf-16', 'text/plain'))
    .map(([value, cut, type]) => ({ type, bytes: Buffer.from(JSON.stringify(value)).subarray(0, cut) }));
  const bytes = fc.tuple(fc.uint8Array({ maxLength: 60 }), contentType).map(([content, type]) => ({ type, bytes: Buffer.from(content) }));
  return fc.oneof(
    { weight: form ? 2 : 6, arbitrary: asJson },
    { weight: 1, arbitrary: damaged },
    { weight: 1, arbitrary: bytes },
    { weight: form ? 6 : 1, arbitrary: formOf(form ?? 'file') },
  );
}

function formOf(field: string): fc.Arbitrary<Body> {
  const name = fc.oneof(fc.constant(field), hostile);
  return fc
    .record({
      boundary: fc.constantFrom('x', 'a'.repeat(70), "a'b", '-'),
      name,
      file: hostile,
      content: hostile,
      end: fc.constantFrom('--\r\n', '', '--', '\r\n'),
    })
    .map((form) => ({
      type: `multipart/form-data; boundary="${form.boundary}"`,
      bytes: Buffer.from(
        `--${form.boundary}\r\nContent-Disposition: form-data; name="${form.name}"; filename="${form.file}"\r\nContent-Type: image/png\r\n\r\n${form.content}\r\n--${form.boundary}${form.end}`,
      ),
    }));
}

const contentType = fc.constantFrom(
  ...[
    'application/json',
    'application/json;charset=utf-7',
    'text/plain',
    'text/html',
    'application/xml',
    'application/x-www-form-urlencoded',
  ],
  ...[
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'multipart/form-data; boundary="',
    'multipart/mixed; boundary=x',
    'x',
    '/',
    ';',
    'application/',
    'image/png',
    '',
  ],
);
const text = fc.string({ unit: 'binary-ascii', maxLength: 60 }).map((each) => each.replace(/[^\x20-\x7e]/g, ''));
const or = (...values: string[]) => fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...values) }, { weight: 1, arbitrary: text });
const address = ['203.0.113.9', '::1', '::ffff:127.0.0.1', '127.0.0.1, 10.0.0.1', 'unknown', '_x', '"[2001:db8::1]:80"', '999.1.1.1', ','];
const host = [
  'localhost',
  'evil.example',
  'a b',
  'a/b',
  '[::1',
  '[::1]:99999',
  'x:0',
  ':',
  '%00',
  'xn--',
  '-',
  '..',
  'localhost:abc',
  'a@b',
  '*',
];

const headers: Record<string, fc.Arbitrary<string>> = {
  host: or(...host),
  'x-forwarded-host': or(...host, 'a, b'),
  'x-forwarded-proto': or('https', 'http', 'javascript', 'http, https', '', 'HTTPS', ':'),
  'x-forwarded-for': or(...address),
  'x-forwarded-port': or('443', '-1', '99999999'),
  forwarded: or('for=1.2.3.4;host=evil.example;proto=https', 'for="[::1]"', ';;;'),
  'x-real-ip': or(...address),
  'x-original-url': or('/api/orders', '//evil.example'),
  'x-http-method-override': or('DELETE', 'X'),
  accept: or('text/html', '*/*', 'application/json', 'text/html;q=2', ',', 'a'.repeat(4_000), 'text/event-stream', 'image/avif'),
  'accept-encoding': or('gzip', 'br;q=0', 'identity;q=0', '*;q=0', 'gzip;q=x', ',,,'),
  'accept-language': or('en', 'xx-YY-nonsense', '*', 'en-US-u-tz-x'),
  'content-type': contentType,
  'content-encoding': or('gzip', 'br', 'deflate, gzip', 'x'),
  range: or('bytes=0-', 'bytes=-1', 'bytes=5-1', 'bytes=0-0,2-3,4-', 'bytes=99999999999999999999-', 'items=1', 'bytes='),
  'if-range': or('"x"', 'Wed, 21 Oct 2015 07:28:00 GMT', 'x'),
  'if-none-match': or('*', '"x"', 'W/"x"', '"', 'W/', '""', ','.repeat(500)),
  'if-match': or('*', '"x"'),
  'if-modified-since': or('Wed, 21 Oct 2015 07:28:00 GMT', 'yesterday', '0', 'Wed, 99 Oct 99999 99:99:99 GMT'),
  origin: or('null', 'http://evil.example', 'http://', '//', 'http://localhost', 'file://'),
  referer: or('http://evil.example/x', '/', ':', 'about:blank', 'http://[', 'http://localhost/%'),
  'sec-fetch-site': or('same-origin', 'cross-site', 'none', 'x'),
  'sec-fetch-mode': or('navigate', 'cors', 'x'),
  'x-requested-with': or('XMLHttpRequest', 'x', ''),
  'last-event-id': or('1', '-1', 'x'.repeat(300)),
  'user-agent': or('', 'x'.repeat(3_000), '<script>', '{jndi:ldap://x}'),
  cookie: or(
    ...[
      'nav=%E0%A4',
      'nav=folded',
      'crossdock.session_token=',
      'crossdock.session_token=x.y',
      'crossdock.session_token=%',
      '=;=;',
      ';;;',
      'a',
    ],
    ...[
      'crossdock.two_factor=x.eA==',
      'crossdock.known_browser=..',
      'crossdock.session_token=a; crossdock.session_token=b',
      `a=${'x'.repeat(3_000)}`,
    ],
  ),
  'x-crossdock-address': or('1.2.3.4'),
  'x-request-id': or('1', '../x'),
};

/** Up to six headers with values that break careless code. */
const hostileHeaders = fc
  .uniqueArray(fc.constantFrom(...Object.keys(headers)), { maxLength: 6 })
  .chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, headers[name] ?? text]))));
