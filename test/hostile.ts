import fc from 'fast-check';

/** Texts that break careless code: NULs, surrogates, quotes, paths, formulas, numbers too large for any column. */
export const hostile: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    ...['', ' ', '0', '-1', '1', '2147483648', '9007199254740993', '99999999999999999999999', '1e400', 'NaN', 'Infinity', '0x10'],
    ...[
      '\u0000',
      'a\u0000b',
      '\ud800',
      '\udfff\ud800',
      '\u202e',
      "' or 1=1 --",
      '"; drop table orders; --',
      '#{x}',
      '{{7*7}}',
      '%',
      '%25',
      '\\',
      '_%',
    ],
    ...['../../etc/passwd', '<script>alert(1)</script>', '=cmd()', 'null', 'undefined', 'true', '[]', '{}', '__proto__', 'constructor'],
    ...['infinity', '-infinity', '2026-13-45', '0000-00-00T00:00:00Z', '294277-01-01', 'x'.repeat(5_000)],
  ),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.bigInt().map(String),
);

/** Any JSON, with hostile texts and numbers in it. */
export const hostileJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    hostile,
    fc.constantFrom(null, true, false, 0, -1, 1, 2 ** 31, 2 ** 53, 1e308, 0.1),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.array(tie('value'), { maxLength: 4 }),
    fc.dictionary(fc.oneof(fc.constantFrom('id', 'name', 'accountId', 'user_id', 'constructor'), hostile), tie('value'), { maxKeys: 4 }),
  ),
})).value;
