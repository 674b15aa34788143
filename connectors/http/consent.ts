import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Reason } from './reasons.ts';
import type { ConnectorHttp } from './request.ts';
import type { Result } from './result.ts';
import type { Grant } from './tokens.ts';

type Settings = Readonly<Record<string, string>>;

/**
 * Our application at a vendor, as whoever runs Crossdock registered it there. `page`: what the vendor's page of consent knows it by, where
 * that is not its id.
 */
export type Application = { id: string; secret: string; page?: string | undefined };

/**
 * How a person agrees at the vendor, in the browser, to what we do there: OAuth's authorization code with PKCE. The core makes the state
 * and the verifier, sends the person there, receives them at `/connections/consent/NAME`, and keeps the tokens sealed.
 */
export type Consent = {
  /** What we ask for, in the vendor's words. */
  scopes: readonly string[];
  /** The settings with which a connection signs in without consent, all of them, as the keys of a shop's own application. */
  instead?: readonly [string, ...string[]];
  /**
   * The address of the vendor's page. `parameters` are those of OAuth (`client_id`, `redirect_uri`, `state`, `scope`, `response_type`,
   * `code_challenge`, `code_challenge_method`); a vendor that calls them otherwise is given their values by its names.
   */
  page: (asking: { settings: Settings; application: Application; parameters: Record<string, string> }) => string;
  /** Whether the vendor signed the query with which the person came back. Left out where it signs none. */
  verify?: (query: URLSearchParams, asked: { settings: Settings; application: Application }) => boolean;
  /** The name of the code in that query; `code` unless said. */
  codeIn?: string;
  /**
   * Settings that the query has, as the id of the seller who agreed. The schema has them as optional fields with
   * `meta({ consented: true })`.
   */
  settingsIn?: (query: URLSearchParams) => Settings;
  /** Exchanges the code for a token, once. What it returns as `keep` is what `grant` gets later. */
  redeem: (redeeming: Redeeming) => Promise<Result<Grant>>;
};

/** `redirect` and `verifier` as the vendor wants to see them again. */
export type Redeeming = ReturnedCode & { settings: Settings; application: Application; http: ConnectorHttp; now: () => Date };
export type ReturnedCode = { code: string; redirect: string; verifier: string };

type Asking = { settings: Settings; kept: string | null; application: Application | null; http: ConnectorHttp; now: () => Date };

/**
 * The grant of a connector to which people consent: by the code while nothing else is kept, by what it was exchanged for from then on.
 * `system`: the vendor, as people call it.
 */
export async function grantByConsent(
  consent: Consent,
  grant: (asking: Asking) => Promise<Result<Grant>>,
  { system, ...asking }: Asking & { system: string },
): Promise<Result<Grant>> {
  const { kept, settings, application, now } = asking;
  if (kept === null && signsInWithout(consent, settings)) return grant(asking);
  if (kept === null) return { ok: false, failure: { kind: 'reconnect', reason: { code: 'no_consent', system } } };
  if (!application) return later({ code: 'no_application', system }, now());
  const code = returnedCodeIn(kept);
  return code ? consent.redeem({ ...asking, ...code, application }) : grant(asking);
}

/** Whether what was entered signs in, so that nobody has to consent. */
export const signsInWithout = ({ instead }: Pick<Consent, 'instead'>, settings: Settings): boolean =>
  instead?.every((name) => settings[name]) ?? false;

/** Whoever runs Crossdock has to mend it, and nobody would have to consent again for that. */
const later = (reason: Reason, now: Date): Result<never> => ({
  ...{ ok: false, failure: { kind: 'retry', at: new Date(now.getTime() + 60_000), reason, maybeDone: false } },
});

const prefix = 'crossdock-code:';

/** A code as what is kept for the first grant. */
export const keptOfCode = (returned: ReturnedCode): string => prefix + JSON.stringify(returned);

/** The code that is kept; null where it was exchanged. */
export const returnedCodeIn = (kept: string | null): ReturnedCode | null =>
  kept?.startsWith(prefix) ? (JSON.parse(kept.slice(prefix.length)) as ReturnedCode) : null;

/** An address with these parameters beside its own. */
export function pageWith(address: string, parameters: Record<string, string>): string {
  const page = new URL(address);
  for (const [name, value] of Object.entries(parameters)) page.searchParams.set(name, value);
  return page.href;
}

/**
 * Whether a query carries, as `signature`, the HMAC-SHA-256 in hex of its other parameters, sorted and joined as they are written in an
 * address: Shopify's way (https://shopify.dev/docs/apps/build/authentication-authorization/access-tokens/authorization-code-grant).
 */
export function isSigned(query: URLSearchParams, signature: string, key: string): boolean {
  const signed = [...query].filter(([name]) => name !== signature).toSorted(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
  const expected = createHmac('sha256', key)
    .update(signed.map(([name, value]) => `${name}=${value}`).join('&'))
    .digest();
  const given = Buffer.from(query.get(signature) ?? '', 'hex');
  return given.length === expected.length && timingSafeEqual(given, expected);
}
