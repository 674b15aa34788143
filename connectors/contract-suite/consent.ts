import { expect, test } from 'vitest';
import type { Failure, Result, Settings } from '../contract.ts';
import { keptOfCode } from '../http/consent.ts';
import { consentOf } from '../settings.ts';
import { type Candidate, type OtherSide, openerOf } from './candidate.ts';

const parameters = {
  ...{ client_id: 'app', redirect_uri: 'https://crossdock.example.com/connections/consent/x', response_type: 'code', scope: 'a b' },
  ...{ state: 'the-state', code_challenge: 'the-challenge', code_challenge_method: 'S256' },
};

/** What a connector must do to which a person consents in the browser. */
export function consentTests(candidate: Candidate, side: () => OtherSide): void {
  const { connector, application = { id: 'app', secret: 'its secret' } } = candidate;
  const consent = consentOf(connector);
  if (!consent) return;
  const settings = (origin: string) => without(candidate.settings(origin), consent.instead ?? []);
  const signIn = (kept: string | null): Promise<Result<unknown>> =>
    openerOf({ ...candidate, settings, application, kept: () => kept }, side(), [])().identify();

  test('the page that asks for consent carries what the vendor has to send back and to check', () => {
    const page = new URL(consent.page({ settings: settings(side().origin), application, parameters }));
    expect(page.protocol === 'https:' || page.origin === side().origin).toBe(true);
    const values = [...page.searchParams.values()];
    expect(values).toEqual(expect.arrayContaining([parameters.state]));
  });

  test('nothing works before a person has agreed, nor by a code that nobody was given', async () => {
    const refused: Partial<Failure> = { kind: 'reconnect' };
    expect(await signIn(null)).toMatchObject({ ok: false, failure: { ...refused, reason: { code: 'no_consent' } } });
    const code = { code: 'a made-up code', redirect: parameters.redirect_uri, verifier: 'a verifier' };
    expect(await signIn(keptOfCode(code))).toMatchObject({ ok: false, failure: refused });
  });

  test.runIf(consent.verify)('a query that the vendor did not sign is not the vendor’s', () => {
    const query = new URLSearchParams({ [consent.codeIn ?? 'code']: 'a code', state: parameters.state });
    expect(consent.verify?.(query, { settings: settings(side().origin), application })).toBe(false);
  });
}

const without = (settings: Settings, names: readonly string[]): Settings =>
  Object.fromEntries(Object.entries(settings).filter(([name]) => !names.includes(name)));
