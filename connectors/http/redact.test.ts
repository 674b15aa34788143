import { expect, test } from 'vitest';
import { threadTimeOf } from '../../test/thread-time.ts';
import { redactor } from './redact.ts';

const { text } = redactor(['s3cret-key']);

test.each([
  ['{"user":"ann","password" : "p\\"w","n":1}', '{"user":"ann","password" : "[redacted]","n":1}'],
  [
    '{"clientSecret":"x","refresh_token":"y","nextPageToken":"z"}',
    '{"clientSecret":"[redacted]","refresh_token":"[redacted]","nextPageToken":"z"}',
  ],
  ['5" wide, {"API_KEY":"cut off in the mid', '5" wide, {"API_KEY":"[redacted]'],
  ['grant=code&x-access-token=abc&scope=all', 'grant=code&x-access-token=[redacted]&scope=all'],
  ['back=/cb?token=abc"', 'back=/cb?token=[redacted]"'],
  [
    '{"url":"https://x.example/f?X-Goog-Expires=60&X-Goog-Signature=0af1&n=1","signature": "c2ln"}',
    '{"url":"https://x.example/f?X-Goog-Expires=60&X-Goog-Signature=[redacted]&n=1","signature": "[redacted]"}',
  ],
  ['the s3cret-key of ours', 'the [redacted] of ours'],
])('no secret of %s is logged', (logged, shown) => {
  expect(text(logged)).toBe(shown);
});

test.each(['a-', 'password', 'password-', '"password"', '"', '"password":"\\', 'token=', 'signature=', '"signature":"\\', '\\"'])(
  'a log entry of %s again and again is read in linear time',
  async (part) => {
    const logged = part.repeat(60_000 / part.length);
    text(logged);
    expect((await threadTimeOf(async () => text(logged))).ms).toBeLessThan(50);
  },
);
