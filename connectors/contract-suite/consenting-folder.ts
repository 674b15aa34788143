import { createHash, createHmac, randomBytes } from 'node:crypto';
import { type Edge, type EdgeReply, type EdgeRequest, startEdge } from '../scripted-edge.ts';

export const application = { id: 'crossdock-app', secret: 'the-secret-of-the-app' };

type Given = { code: string; redirect: string; challenge: string };

/** A folder on the web whose owner is asked for consent: a page with two links, tokens of an hour, refresh tokens that rotate. */
export type ConsentingFolder = Edge & {
  /** What somebody who presses Allow is sent back with, for the page that they were sent to. */
  allow: (page: string) => URL;
  deny: (page: string) => URL;
  /** A code as it is given to who asked with this challenge. */
  codeFor: (redirect: string, verifier: string) => string;
  expireTokens: () => void;
};

/** `file`: what the folder holds, for whoever may see it. */
export async function startConsentingFolder(file: (request: EdgeRequest) => EdgeReply): Promise<ConsentingFolder> {
  const codes = new Map<string, Given>();
  const refreshes = new Set<string>();
  const tokens = new Set<string>();
  const give = (redirect: string, challenge: string) => {
    const code = `code-${randomBytes(9).toString('hex')}`;
    codes.set(code, { code, redirect, challenge });
    return code;
  };
  const allow = (page: string) =>
    back(page, (asked) => ({ code: give(asked.get('redirect_uri') ?? '', asked.get('code_challenge') ?? '') }));
  const deny = (page: string) => back(page, () => ({ error: 'access_denied', error_description: 'The owner said no.' }));

  const grant = (): EdgeReply => {
    const [access_token, refresh_token] = [`token-${randomBytes(9).toString('hex')}`, `refresh-${randomBytes(9).toString('hex')}`];
    tokens.add(access_token);
    refreshes.add(refresh_token);
    return { json: { access_token, expires_in: 3_600, refresh_token } };
  };
  const exchange = (form: URLSearchParams): EdgeReply => {
    if (form.get('client_id') !== application.id || form.get('client_secret') !== application.secret) return refused;
    if (form.get('grant_type') === 'refresh_token') return refreshes.delete(form.get('refresh_token') ?? '') ? grant() : refused;
    const given = codes.get(form.get('code') ?? '');
    codes.delete(form.get('code') ?? '');
    const fits = given?.redirect === form.get('redirect_uri') && given.challenge === challengeOf(form.get('code_verifier') ?? '');
    return fits ? grant() : refused;
  };

  const edge = await startEdge((request) => {
    const { path, query, body, headers } = request;
    if (path.endsWith('/consent')) return consentPage(`http://edge${path}?${query}`, allow, deny);
    if (path.endsWith('/token')) return exchange(new URLSearchParams(body));
    return tokens.has((headers.authorization ?? '').replace('Bearer ', '')) ? file(request) : { status: 401, json: { message: 'no' } };
  });
  return {
    ...{ ...edge, allow, deny, expireTokens: () => tokens.clear() },
    codeFor: (redirect, verifier) => give(redirect, challengeOf(verifier)),
  };
}

/** Where somebody is sent back to from a page, with what is added. */
function back(page: string, add: (asked: URLSearchParams) => Record<string, string>): URL {
  const query = new URL(page).searchParams;
  const url = new URL(query.get('redirect_uri') ?? '');
  for (const [name, value] of Object.entries({ ...add(query), state: query.get('state') ?? '' })) url.searchParams.set(name, value);
  return signed(url);
}

const refused: EdgeReply = { status: 400, json: { error: 'invalid_grant', error_description: 'The code is not good.' } };

const challengeOf = (verifier: string) => createHash('sha256').update(verifier).digest('base64url');

function signed(url: URL): URL {
  const query = [...url.searchParams].toSorted(([a], [b]) => (a < b ? -1 : 1));
  const text = query.map(([name, value]) => `${name}=${value}`).join('&');
  url.searchParams.set('signature', createHmac('sha256', application.secret).update(text).digest('hex'));
  return url;
}

function consentPage(page: string, allow: (page: string) => URL, deny: (page: string) => URL): EdgeReply {
  const link = (url: URL, text: string) => `<p><a href="${url.href.replaceAll('&', '&amp;')}">${text}</a></p>`;
  return {
    headers: { 'content-type': 'text/html; charset=utf-8' },
    text: `<!doctype html><html lang="en"><title>Folder</title><link rel="icon" href="data:,"><h1>Let Crossdock read your orders?</h1>${link(allow(page), 'Allow')}${link(deny(page), 'Cancel')}</html>`,
  };
}
