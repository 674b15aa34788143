import { type Application, type Consent, grantByConsent, returnedCodeIn } from './consent.ts';
import type { Headers } from './headers.ts';
import type { Redactor } from './redact.ts';
import type { ConnectorHttp } from './request.ts';
import type { Failure, Result } from './result.ts';
import type { Grant, GrantToken, TokenStore } from './tokens.ts';

type Settings = Record<string, string>;

/** How requests are signed in. What the headers hold never reaches a log. */
export type Auth =
  /** The same headers with every request. */
  | { kind: 'fixed'; headers: (settings: Settings) => Headers }
  /**
   * A token that expires. The core renews it before its end and when a request is refused with 401, or with a 403 of which `judge` says
   * `reconnect`; one caller at a time. With `consent` a person agrees to it at the vendor first: `grant` is asked once there is something
   * kept from that.
   */
  | {
      kind: 'token';
      grant: (granting: Granting) => Promise<Result<Grant>>;
      headers: (token: string, settings: Settings) => Headers;
      consent?: Consent;
    }
  /** A signature for each request, made just before it leaves. */
  | { kind: 'signed'; sign: (request: Unsigned, settings: Settings) => Headers | Promise<Headers> };

/** A further credential: how it signs in, and the only origins that it is sent to. */
export type Credential = { auth: Auth; api: (settings: Readonly<Settings>) => string[] };

/**
 * What a grant works with. `kept` is what the last one returned as `keep`; null at first, and when that was refused: then the
 * settings say. `http` signs nothing in, and logs no body of a grant. `application`: ours at the vendor, where there is one.
 */
export type Granting = {
  settings: Settings;
  kept: string | null;
  application: Application | null;
  http: ConnectorHttp;
  now: () => Date;
};

/** A request before it is signed; `body` as it is sent. */
export type Unsigned = { method: string; url: URL; headers: Headers; body: string | null; now: Date };

/** The sign-in of one session. */
export type SignIn = {
  /** Gets ready before the request takes its turn: a token is there. */
  prepare: () => Promise<Result<null>>;
  headers: (request: Unsigned) => Headers | Promise<Headers>;
  /**
   * After the token was refused: whether it is worth sending the request once more, with another one. `again`: it was sent once more
   * already; then only when the token was not granted just now, because what another process was granted may have ended too.
   */
  renew: (again: boolean) => boolean;
};

export const noSignIn: SignIn = { prepare: async () => ({ ok: true, value: null }), headers: () => ({}), renew: () => false };

export type SignInOptions = {
  /** The vendor, as people call it. */
  system: string;
  settings: Settings;
  application: Application | null;
  key: string;
  tokens: TokenStore;
  grantHttp: ConnectorHttp;
  redact: Redactor;
  now: () => Date;
};

export function signInOf(auth: Auth, options: SignInOptions): SignIn {
  const { settings, redact } = options;
  const hidden = (headers: Headers) => {
    // Of `Basic abc` the second word is the secret.
    redact.hide(Object.values(headers).map((value) => value.replace(/^\S+ /, '')));
    return headers;
  };
  if (auth.kind === 'token') return byToken(auth, options, hidden);
  if (auth.kind === 'signed') return { ...noSignIn, headers: async (request) => hidden(await auth.sign(request, settings)) };
  const headers = hidden(auth.headers(settings));
  return { ...noSignIn, headers: () => headers };
}

function byToken(
  { grant, headers, consent }: Extract<Auth, { kind: 'token' }>,
  { system, settings, application, key, tokens, grantHttp, redact, now }: SignInOptions,
  hidden: (headers: Headers) => Headers,
): SignIn {
  let token: string | null = null;
  let stale: string | null = null;
  let isOurs = false;
  const ask: GrantToken = (kept) => {
    isOurs = true;
    const granting = { settings, kept, application, http: grantHttp, now };
    if (!consent) return asGrant(grant(granting), redact);
    const { code = '', verifier = '' } = returnedCodeIn(kept) ?? {};
    redact.hide([code, verifier, application?.secret ?? '']);
    return asGrant(grantByConsent(consent, grant, { ...granting, system }), redact);
  };
  return {
    async prepare() {
      isOurs = false;
      const granted = await tokens.token(key, stale, ask, now());
      if (!granted.ok) return granted;
      redact.hide([granted.value.token]);
      token = granted.value.token;
      return { ok: true, value: null };
    },
    headers: () => hidden(headers(token ?? '', settings)),
    renew(again) {
      stale = token;
      return !(again && isOurs);
    },
  };
}

/** A grant that was refused means new credentials; one that failed in passing did nothing of what was to be signed in. */
async function asGrant(granting: Promise<Result<Grant>>, redact: Redactor): Promise<Result<Grant>> {
  const result = await granting;
  if (!result.ok) return { ok: false, failure: refusedGrant(result.failure) };
  redact.hide([result.value.token, result.value.keep ?? '']);
  return result;
}

function refusedGrant(failure: Failure): Failure {
  if (failure.kind === 'retry') return { ...failure, maybeDone: false };
  if (failure.kind === 'reconnect') return failure;
  const setting = failure.kind === 'rejected' && failure.setting !== undefined ? { setting: failure.setting } : {};
  return { kind: 'reconnect', reason: { code: 'no_sign_in', because: failure.reason }, ...setting };
}
