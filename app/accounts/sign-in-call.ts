export type SignInAnswer = { ok: true } | { ok: false; sentence: string };

/** Posts to the sign-in endpoints. What they refuse comes back as one sentence for a person. */
export async function signInCall(
  path: 'sign-in/email' | 'request-password-reset' | 'reset-password',
  body: Record<string, unknown>,
): Promise<SignInAnswer> {
  try {
    const response = await fetch(`/api/auth/${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (response.ok) return { ok: true };
    return { ok: false, sentence: sentenceFor(response, (await response.json().catch(() => null)) as Refusal | null) };
  } catch {
    return { ok: false, sentence: 'The server did not answer. Check your connection and try again.' };
  }
}

type Refusal = { code?: string; message?: string; errorMessage?: string };

const sentences: Record<string, string> = {
  INVALID_EMAIL_OR_PASSWORD: 'E-mail or password is wrong.',
  INVALID_EMAIL: 'Email address must be valid',
  INVALID_TOKEN: 'This link was used already or is older than an hour. Ask for a new one.',
  PASSWORD_TOO_SHORT: 'The password is too short: use at least 8 characters.',
  PASSWORD_TOO_LONG: 'The password is too long: use at most 128 characters.',
};

function sentenceFor(response: Response, refusal: Refusal | null): string {
  if (response.status === 429) return waitSentence(Number(response.headers.get('retry-after') ?? response.headers.get('x-retry-after')));
  const known = refusal?.code ? sentences[refusal.code] : undefined;
  return known ?? refusal?.errorMessage ?? refusal?.message ?? 'There was an error processing your request';
}

function waitSentence(seconds: number): string {
  if (!seconds) return 'Too many attempts. Wait a minute, then try again.';
  return `Too many attempts. Try again in ${seconds < 90 ? `${Math.ceil(seconds)} seconds` : `${Math.ceil(seconds / 60)} minutes`}.`;
}
